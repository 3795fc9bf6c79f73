-- A batch is removed in the order of its rows, so many at a look.
DROP INDEX operation_batch;
CREATE INDEX operation_batch ON operation (tenant, batch, op) WHERE batch IS NOT NULL;
