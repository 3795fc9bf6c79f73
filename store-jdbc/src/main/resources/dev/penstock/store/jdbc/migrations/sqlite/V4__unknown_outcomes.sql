-- What may have been processed without our knowing, for those who watch how much of it waits for a decision. Few rows, and
-- not the state itself, which every transition changes: settled_at moves once per end, ambiguous with such an attempt.
CREATE INDEX operation_ambiguous ON operation (settled_at) WHERE ambiguous > 0;
