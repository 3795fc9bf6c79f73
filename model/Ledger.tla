------------------------------- MODULE Ledger -------------------------------
(***************************************************************************)
(* How workers that may crash, pause and lose acknowledgements share one   *)
(* ledger: claim, lease, epoch, intent, send, outcome, unknown outcomes    *)
(* and what becomes of them (docs/guarantees.md).  Everything is           *)
(* asynchronous: between any two steps of one worker, all others may take  *)
(* any number, and time may pass.  An explicit pause also stops a worker's *)
(* heartbeats.                                                             *)
(*                                                                         *)
(* Each rule can be broken by its name (Broken); TLC must then find an     *)
(* error.  "In the code" says where the rule lives.                        *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
    Workers,            \* processes that dispatch
    Operations,         \* one generation each
    AcceptsDuplicates,  \* those whose owner accepted a second generation
    Cancellable,        \* those that somebody may want to cancel
    Deadlines,          \* those whose deadline may come
    MaxAttempts,        \* attempts of one operation, the first one counted
    MaxEpochs,          \* bounds how often all of them together are claimed or taken over
    MaxCrashes, MaxPauses, MaxLost, \* faults in one run: deaths, pauses, lost acknowledgements
    Lease,              \* ticks that a heartbeat is good for
    Margin,             \* how much earlier a worker stops by its own clock
    Broken              \* the rules that are not kept

Rules == {"epoch in every write", "intent before the send", "unknown after a crash in dispatching",
          "leases by the store's clock", "monotonic clock", "clock check before the first byte",
          "its own lease", "intent sees a cancel", "its own write is no fence",
          "evidence never overwrites a decision", "attempts counted in the ledger"}

ASSUME Broken \subseteq Rules /\ Margin < Lease

Holds(rule) == rule \notin Broken

Nobody == "nobody"      \* no worker holds it
Gone == "gone"          \* an identity that will not come back: its process died, or goes on under another one
Never == MaxAttempts + 1
ByHand == MaxAttempts + 1   \* a result that a person brought

VARIABLES
    op,      \* the ledger's row of each operation
    wk,      \* each worker: where it is, and what it believes
    world,   \* what has happened at the provider, which nobody can look up
    faults,  \* how many there were
    wrong    \* what must not have happened and did

vars == <<op, wk, world, faults, wrong>>

Final == {"succeeded", "failed", "cancelled", "dead"}
Ended == Final \union {"unknown"}

NewOp == [state |-> "received", epoch |-> 0, holder |-> Nobody, attempts |-> 0, ambiguous |-> {},
          cancelAt |-> Never, late |-> FALSE, evidence |-> {}, result |-> 0]

Fresh == [pc |-> "idle", job |-> Nobody, ep |-> 0, att |-> 0, ans |-> "", same |-> TRUE,
          lease |-> Lease, proof |-> Lease - Margin, paused |-> FALSE]

Init ==
    /\ op = [o \in Operations |-> NewOp]
    /\ wk = [w \in Workers |-> Fresh]
    /\ world = [o \in Operations |-> [sends |-> 0, risk |-> {}]]
    /\ faults = [crashes |-> 0, pauses |-> 0, lost |-> 0]
    /\ wrong = {}

-----------------------------------------------------------------------------
(* What a worker sees.  Its job is what it works on; ep is the epoch it    *)
(* got with its claim.                                                     *)

RECURSIVE SumOfEpochs(_)
SumOfEpochs(some) ==
    IF some = {} THEN 0 ELSE LET o == CHOOSE o \in some : TRUE IN op[o].epoch + SumOfEpochs(some \ {o})

Awake(w) == wk[w].pc # "down" /\ ~wk[w].paused
At(w, pc) == Awake(w) /\ wk[w].pc = pc
Job(w) == wk[w].job

Idle(w) == [wk[w] EXCEPT !.pc = "idle", !.job = Nobody, !.ep = 0, !.att = 0, !.ans = "", !.same = TRUE]

(* The condition of every write: state and epoch.  In the code:            *)
(* Transitions, Version.                                                   *)
Mine(w, state) ==
    /\ op[Job(w)].state = state
    /\ Holds("epoch in every write") => op[Job(w)].epoch = wk[w].ep

IsCancelled(o) == op[o].cancelAt # Never

(* A write may commit, commit without its acknowledgement, or not arrive.  *)
(* A worker that heard nothing reads again.                                *)
Write(w, o, row, heard, unheard) ==
    \/ op' = [op EXCEPT ![o] = row] /\ wk' = [wk EXCEPT ![w] = heard] /\ UNCHANGED faults
    \/ /\ faults.lost < MaxLost
       /\ faults' = [faults EXCEPT !.lost = @ + 1]
       /\ wk' = [wk EXCEPT ![w] = unheard]
       /\ op' = [op EXCEPT ![o] = row] \/ op' = op

-----------------------------------------------------------------------------
(* Claim.  One that had an ambiguous attempt is gone on with only by the   *)
(* process that saw it.  In the code: DueClaim, Recovery.                  *)
Claim(w, o) ==
    /\ At(w, "idle")
    /\ \/ op[o].state = "received"
       \/ /\ op[o].state = "retry"
          /\ op[o].ambiguous # {} => op[o].holder = w
    /\ ~op[o].late /\ ~IsCancelled(o) /\ SumOfEpochs(Operations) < MaxEpochs
    /\ op' = [op EXCEPT ![o].state = "claimed", ![o].epoch = @ + 1, ![o].holder = w,
                        ![o].attempts = IF Holds("attempts counted in the ledger") THEN @ ELSE 0]
    /\ wk' = [wk EXCEPT ![w].pc = "claimed", ![w].job = o, ![w].ep = op[o].epoch + 1]
    /\ UNCHANGED <<world, faults, wrong>>

(* The intent's condition also holds no cancel, enough time and an attempt *)
(* that is left.  In the code: OperationWrite.Intend, Legality.            *)
Refused(o) ==
    \/ Holds("intent sees a cancel") /\ IsCancelled(o)
    \/ op[o].late
    \/ op[o].attempts >= MaxAttempts

Intend(w) ==
    LET o == Job(w)
        number == op[o].attempts + 1
    IN  /\ At(w, "claimed") /\ Mine(w, "claimed") /\ ~Refused(o)
        /\ Write(w, o, [op[o] EXCEPT !.state = "dispatching", !.attempts = number],
                 [wk[w] EXCEPT !.pc = "intended", !.att = number],
                 [wk[w] EXCEPT !.pc = "in doubt", !.att = number])
        /\ UNCHANGED <<world, wrong>>

(* An uncertain intent sends nothing.  Its own write is recognised by its  *)
(* write id and settled as not started.  In the code: Reread.              *)
ReadIntentAgain(w) ==
    LET o == Job(w)
    IN  /\ At(w, "in doubt")
        /\ wk' = [wk EXCEPT ![w] =
            IF op[o].epoch # wk[w].ep THEN Idle(w)
            ELSE IF op[o].state = "claimed" THEN [wk[w] EXCEPT !.pc = "claimed"]
            ELSE IF op[o].state = "dispatching" /\ Holds("its own write is no fence")
                THEN [wk[w] EXCEPT !.pc = "answered", !.ans = "not sent"]
            ELSE Idle(w)]
        /\ UNCHANGED <<op, world, faults, wrong>>

EndWithoutSend(o) ==
    IF op[o].ambiguous # {} THEN "unknown" ELSE IF IsCancelled(o) THEN "cancelled" ELSE "dead"

GiveUp(w) ==
    LET o == Job(w)
    IN  /\ At(w, "claimed") /\ Mine(w, "claimed") /\ Refused(o)
        /\ op' = [op EXCEPT ![o].state = EndWithoutSend(o), ![o].holder = Nobody]
        /\ wk' = [wk EXCEPT ![w] = Idle(w)]
        /\ UNCHANGED <<world, faults, wrong>>

LoseClaim(w) ==
    /\ At(w, "claimed") /\ ~Mine(w, "claimed")
    /\ wk' = [wk EXCEPT ![w] = Idle(w)]
    /\ UNCHANGED <<op, world, faults, wrong>>

-----------------------------------------------------------------------------
(* Send.  The right to: the intent stands in the ledger under this epoch,  *)
(* and the lease has not ended by the store's clock.                       *)
HasRight(w, o) ==
    /\ op[o].state = "dispatching" /\ op[o].epoch = wk[w].ep
    /\ op[o].holder = w /\ wk[w].lease > 0

Wrongs(w, o, number) ==
    (IF HasRight(w, o) THEN {} ELSE {"sent without the right to"})
    \union (IF world[o].risk = {} \/ o \in AcceptsDuplicates THEN {} ELSE {"sent again what may be answered"})
    \union (IF number > op[o].cancelAt THEN {"sent after a cancel that came first"} ELSE {})
    \union (IF op[o].result = 0 THEN {} ELSE {"sent after its result"})

Reach(w, o, number) ==
    /\ world' = [world EXCEPT ![o].sends = @ + 1, ![o].risk = @ \union {number}]
    /\ wrong' = wrong \union Wrongs(w, o, number)
    /\ wk' = [wk EXCEPT ![w].pc = "sent", ![w].att = number]

(* The last look at the clock, and the first byte: one step here; Margin   *)
(* is there for what passes between them.  The lease that counts is that   *)
(* of the identity which wrote the intent.  In the code: AttemptMaker,     *)
(* LeaseKeeper.                                                            *)
MaySend(w) ==
    /\ Holds("clock check before the first byte") => wk[w].proof > 0
    /\ Holds("its own lease") => wk[w].same

Send(w) ==
    /\ At(w, "intended")
    /\ IF MaySend(w)
       THEN Reach(w, Job(w), wk[w].att)
       ELSE wk' = [wk EXCEPT ![w].pc = "answered", ![w].ans = "not sent"] /\ UNCHANGED <<world, wrong>>
    /\ UNCHANGED <<op, faults>>

SendBeforeIntent(w) ==
    /\ ~Holds("intent before the send")
    /\ At(w, "claimed") /\ Mine(w, "claimed") /\ ~Refused(Job(w)) /\ MaySend(w)
    /\ Reach(w, Job(w), op[Job(w)].attempts + 1)
    /\ UNCHANGED <<op, faults>>

(* A refusal by the provider (429, 503) proves that nothing was generated; *)
(* an answer that is cut off proves nothing.                               *)
Answer(w) ==
    /\ At(w, "sent")
    /\ \E ans \in {"ok", "transient", "ambiguous"} :
        /\ wk' = [wk EXCEPT ![w].pc = "answered", ![w].ans = ans]
        /\ world' = [world EXCEPT ![Job(w)].risk = IF ans = "transient" THEN @ \ {wk[w].att} ELSE @]
    /\ UNCHANGED <<op, faults, wrong>>

-----------------------------------------------------------------------------
(* Outcome.  In the code: Endings, Settlement, StateMachine.               *)
MayGoOn(o) == op[o].attempts < MaxAttempts /\ ~op[o].late /\ ~IsCancelled(o)

Outcome(w, o) ==
    LET ans == wk[w].ans
        doubtful == IF ans = "ambiguous" THEN op[o].ambiguous \union {wk[w].att} ELSE op[o].ambiguous
        again == MayGoOn(o) /\ (ans = "ambiguous" => o \in AcceptsDuplicates)
        row == [op[o] EXCEPT !.ambiguous = doubtful]
    IN  IF ans = "ok" THEN [row EXCEPT !.state = "succeeded", !.result = wk[w].att, !.holder = Nobody]
        ELSE IF again THEN [row EXCEPT !.state = "retry", !.holder = IF doubtful = {} THEN Nobody ELSE w]
        ELSE IF doubtful # {} THEN [row EXCEPT !.state = "unknown", !.holder = Nobody]
        ELSE [row EXCEPT !.state = IF IsCancelled(o) THEN "cancelled" ELSE "dead", !.holder = Nobody]

Settle(w) ==
    LET o == Job(w)
    IN  /\ At(w, "answered") /\ Mine(w, "dispatching")
        /\ Write(w, o, Outcome(w, o), Idle(w), [wk[w] EXCEPT !.pc = "unsettled"])
        /\ wrong' = wrong \union (IF op[o].epoch = wk[w].ep THEN {} ELSE {"a fenced worker wrote"})
        /\ UNCHANGED world

(* What a fenced worker knows becomes evidence, and nothing else.  In the  *)
(* code: LateReports.                                                      *)
Testimony(w) ==
    IF wk[w].ans \in {"ok", "transient"} THEN {<<wk[w].att, wk[w].ans>>} ELSE {}

BecomeEvidence(w) ==
    /\ op' = [op EXCEPT ![Job(w)].evidence = @ \union Testimony(w)]
    /\ wk' = [wk EXCEPT ![w] = Idle(w)]
    /\ UNCHANGED <<world, faults, wrong>>

Fenced(w) == At(w, "answered") /\ ~Mine(w, "dispatching") /\ BecomeEvidence(w)

ReadOutcomeAgain(w) ==
    /\ At(w, "unsettled")
    /\ IF op[Job(w)].epoch # wk[w].ep THEN BecomeEvidence(w)
       ELSE /\ wk' = [wk EXCEPT ![w] = IF op[Job(w)].state = "dispatching"
                                       THEN [wk[w] EXCEPT !.pc = "answered"] ELSE Idle(w)]
            /\ UNCHANGED <<op, world, faults, wrong>>

-----------------------------------------------------------------------------
(* Leases.  Both clocks run down together: the store's lease, and what the *)
(* worker may still do by its monotonic clock, counted from before the     *)
(* question.  In the code: LeaseKeeper, JdbcWorkers.                       *)
LessOne(n) == IF n = 0 THEN 0 ELSE n - 1

Tick ==
    /\ \E w \in Workers : wk[w].lease > 0
    /\ wk' = [w \in Workers |-> [wk[w] EXCEPT !.lease = LessOne(@), !.proof = LessOne(@)]]
    /\ UNCHANGED <<op, world, faults, wrong>>

Heartbeat(w) ==
    /\ Awake(w) /\ wk[w].lease > 0
    /\ wk' = [wk EXCEPT ![w].lease = Lease, ![w].proof = Lease - Margin]
    /\ UNCHANGED <<op, world, faults, wrong>>

Leave(w) == [o \in Operations |-> IF op[o].holder = w THEN [op[o] EXCEPT !.holder = Gone] ELSE op[o]]

(* Whoever finds its lease ended goes on under another identity.           *)
Rejoin(w) ==
    /\ Awake(w) /\ wk[w].lease = 0
    /\ op' = Leave(w)
    /\ wk' = [wk EXCEPT ![w].lease = Lease, ![w].proof = Lease - Margin, ![w].same = Job(w) = Nobody]
    /\ UNCHANGED <<world, faults, wrong>>

(* Wall clocks are set back; nobody who judges a lease looks at one.       *)
SetWallClockBack(w) ==
    /\ ~Holds("monotonic clock") /\ wk[w].pc # "down"
    /\ wk' = [wk EXCEPT ![w].proof = Lease - Margin]
    /\ UNCHANGED <<op, world, faults, wrong>>

(* Recovery, by every worker as often as it likes.  A crash in dispatching *)
(* is an unknown outcome for every setting.  In the code: Recovery.        *)
IsLost(o) ==
    \/ op[o].holder = Gone
    \/ /\ op[o].holder \in Workers
       /\ Holds("leases by the store's clock") => wk[op[o].holder].lease = 0

Recovered(o) ==
    LET row == [op[o] EXCEPT !.epoch = @ + 1, !.holder = Nobody]
    IN  CASE op[o].state = "dispatching" ->
                IF Holds("unknown after a crash in dispatching")
                THEN [row EXCEPT !.state = "unknown", !.ambiguous = @ \union {op[o].attempts}]
                ELSE [row EXCEPT !.state = "received"]
          [] op[o].ambiguous # {} -> [row EXCEPT !.state = "unknown"]
          [] OTHER -> [row EXCEPT !.state = "received"]

Recover(w, o) ==
    /\ Awake(w) /\ IsLost(o)
    /\ op[o].state \in {"claimed", "dispatching"} \/ (op[o].state = "retry" /\ op[o].ambiguous # {})
    /\ op' = [op EXCEPT ![o] = Recovered(o)]
    /\ UNCHANGED <<wk, world, faults, wrong>>

-----------------------------------------------------------------------------
(* What comes from outside: cancels, deadlines, decisions, late evidence.  *)
RequestCancel(o) ==
    /\ o \in Cancellable /\ op[o].state \notin Ended /\ ~IsCancelled(o)
    /\ op' = [op EXCEPT ![o].cancelAt = op[o].attempts]
    /\ UNCHANGED <<wk, world, faults, wrong>>

Expire(o) ==
    /\ o \in Deadlines /\ op[o].state \notin Ended /\ ~op[o].late
    /\ op' = [op EXCEPT ![o].late = TRUE]
    /\ UNCHANGED <<wk, world, faults, wrong>>

EndWaiting(w, o) ==
    /\ Awake(w) /\ op[o].state \in {"received", "retry"}
    /\ op[o].late \/ IsCancelled(o)
    /\ op' = [op EXCEPT ![o].state = EndWithoutSend(o), ![o].holder = Nobody]
    /\ UNCHANGED <<wk, world, faults, wrong>>

(* A person who decides "not sent" vouches for it.  In the code:           *)
(* Decisions.                                                              *)
Decide(o) ==
    /\ op[o].state = "unknown"
    /\ \/ op' = [op EXCEPT ![o].state = "succeeded", ![o].result = ByHand] /\ UNCHANGED world
       \/ op' = [op EXCEPT ![o].state = "failed"] /\ UNCHANGED world
       \/ /\ op' = [op EXCEPT ![o].state = "received", ![o].ambiguous = {}]
          /\ world' = [world EXCEPT ![o].risk = {}]
    /\ UNCHANGED <<wk, faults, wrong>>

(* Late evidence speaks where no person has and no later attempt exists.   *)
(* In the code: LateReports.                                               *)
LateEvidence(o) ==
    /\ op[o].state = "unknown" \/ (~Holds("evidence never overwrites a decision") /\ op[o].state = "failed")
    /\ \/ /\ <<op[o].attempts, "ok">> \in op[o].evidence
          /\ op' = [op EXCEPT ![o].state = "succeeded", ![o].result = op[o].attempts]
       \/ /\ <<op[o].attempts, "transient">> \in op[o].evidence
          /\ op[o].ambiguous = {op[o].attempts}
          /\ op' = [op EXCEPT ![o].state = IF MayGoOn(o) THEN "retry" ELSE "dead", ![o].ambiguous = {}]
    /\ UNCHANGED <<wk, world, faults, wrong>>

-----------------------------------------------------------------------------
Crash(w) ==
    /\ wk[w].pc # "down" /\ faults.crashes < MaxCrashes
    /\ faults' = [faults EXCEPT !.crashes = @ + 1]
    /\ wk' = [wk EXCEPT ![w] = [Fresh EXCEPT !.pc = "down", !.lease = 0, !.proof = 0]]
    /\ op' = Leave(w)
    /\ UNCHANGED <<world, wrong>>

Restart(w) ==
    /\ wk[w].pc = "down"
    /\ wk' = [wk EXCEPT ![w] = Fresh]
    /\ UNCHANGED <<op, world, faults, wrong>>

Pause(w) ==
    /\ Awake(w) /\ faults.pauses < MaxPauses
    /\ faults' = [faults EXCEPT !.pauses = @ + 1]
    /\ wk' = [wk EXCEPT ![w].paused = TRUE]
    /\ UNCHANGED <<op, world, wrong>>

Resume(w) ==
    /\ wk[w].paused
    /\ wk' = [wk EXCEPT ![w].paused = FALSE]
    /\ UNCHANGED <<op, world, faults, wrong>>

-----------------------------------------------------------------------------
Work(w) ==
    \/ Intend(w) \/ ReadIntentAgain(w) \/ GiveUp(w) \/ LoseClaim(w)
    \/ Send(w) \/ SendBeforeIntent(w) \/ Answer(w)
    \/ Settle(w) \/ Fenced(w) \/ ReadOutcomeAgain(w)

Scan(o) == \E w \in Workers : Recover(w, o) \/ EndWaiting(w, o)

Next ==
    \/ \E w \in Workers : Work(w) \/ Heartbeat(w) \/ Rejoin(w) \/ SetWallClockBack(w)
                          \/ Crash(w) \/ Restart(w) \/ Pause(w) \/ Resume(w)
    \/ \E w \in Workers, o \in Operations : Claim(w, o)
    \/ \E o \in Operations : Scan(o) \/ RequestCancel(o) \/ Expire(o) \/ Decide(o) \/ LateEvidence(o)
    \/ Tick

Spec == Init /\ [][Next]_vars

(* For what must happen in the end: who is awake goes on, the store keeps  *)
(* being scanned, deadlines come, and the dead are started again.          *)
FairSpec ==
    /\ Spec
    /\ WF_vars(Tick)
    /\ \A w \in Workers : WF_vars(Work(w)) /\ WF_vars(Rejoin(w)) /\ WF_vars(Restart(w)) /\ WF_vars(Resume(w))
    /\ \A o \in Operations : WF_vars(Scan(o)) /\ WF_vars(Expire(o))

-----------------------------------------------------------------------------
NothingWrong == wrong = {}

AttemptsAreBounded == \A o \in Operations :
    world[o].sends <= op[o].attempts /\ op[o].attempts <= MaxAttempts

(* Nobody calls unknown what cannot be in doubt.                           *)
UnknownForAReason == \A o \in Operations : op[o].state = "unknown" => op[o].ambiguous # {}

OneResult == \A o \in Operations : (op[o].result # 0) <=> (op[o].state = "succeeded")

(* Whatever a living worker holds, it works on: nothing lies about.        *)
NothingForgotten == \A o \in Operations : \A w \in Workers :
    op[o].state \in {"claimed", "dispatching"} /\ op[o].holder = w =>
        Job(w) = o /\ wk[w].ep = op[o].epoch

Safety == NothingWrong /\ AttemptsAreBounded /\ UnknownForAReason /\ OneResult /\ NothingForgotten

(* A committed end stands for ever, with its result.                       *)
EndsStand == [][\A o \in Operations :
    op[o].state \in Final => op'[o].state = op[o].state /\ op'[o].result = op[o].result]_vars

(* Every operation ends.                                                   *)
EveryOperationEnds == \A o \in Operations : op[o].state \notin Ended ~> op[o].state \in Ended

Symmetric == Permutations(Workers)
AllSymmetric == Permutations(Workers) \union Permutations(Operations)
=============================================================================
