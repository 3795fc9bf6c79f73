---------------------------- MODULE PermitBlocks ----------------------------
(***************************************************************************)
(* How processes that may crash and pause share an account's permits: each *)
(* leases a block of them from the ledger and hands them out by itself.  A *)
(* block is kept back until every attempt that may have been started under *)
(* it has ended at the provider, however its process ended.  A ledger that *)
(* moves to a server without the last commits forgets every block: it      *)
(* learns them from whoever holds one, until no other can be in use.       *)
(*                                                                         *)
(* The shares are any that fit: fairness is FairShare's business.  What a  *)
(* process that is paused has at the provider ends within the attempts'    *)
(* cap all the same: the cap has to be longer than the provider works.     *)
(* Each rule can be broken by its name (Broken).                           *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
    Nodes,          \* identities; one that died does not come back
    Slots,          \* attempts that can be told apart; more than Limit
    Limit,          \* what the provider admits at once
    Cap,            \* ticks after a refresh in which attempts under it end
    AbortHold,      \* ticks for which the provider goes on after an abort
    Lease,          \* ticks of a worker's lease, which do not count here
    MaxCrashes, MaxPauses, MaxMoves,
    Broken

Rules == {"kept to the attempts' end", "kept for the abort hold", "what is held is not handed back",
          "block's end before the first byte", "an abort stays charged", "one at a time",
          "a block that ran out is forgotten", "no more than was told of after a move",
          "learns to the attempts' end"}

ASSUME Broken \subseteq Rules /\ Cardinality(Slots) > Limit /\ Lease < Cap

Holds(rule) == rule \notin Broken

Nobody == "nobody"
None == [known |-> FALSE, usable |-> 0, end |-> 0]

VARIABLES
    block,  \* the ledger's rows: permits, and how long they are kept back
    ledger, \* for how long it learns after a move, and what it was told of since
    node,   \* what each process believes: usable permits, until when, and an answer under way
    slot,   \* each attempt: whose, where, and for how long
    faults

vars == <<block, ledger, node, slot, faults>>

Free == [of |-> Nobody, at |-> "nowhere", left |-> 0]

Init ==
    /\ block = [n \in Nodes |-> [permits |-> 0, left |-> 0]]
    /\ ledger = [learns |-> 0, told |-> 0]
    /\ node = [n \in Nodes |-> [up |-> TRUE, paused |-> FALSE, usable |-> 0, end |-> 0, answer |-> None]]
    /\ slot = [s \in Slots |-> Free]
    /\ faults = [crashes |-> 0, pauses |-> 0, moves |-> 0]

-----------------------------------------------------------------------------
Awake(n) == node[n].up /\ ~node[n].paused

Charged(n) == Cardinality({s \in Slots : slot[s].of = n})

RECURSIVE SumOfBlocks(_)
SumOfBlocks(some) ==
    IF some = {} THEN 0 ELSE LET n == CHOOSE n \in some : TRUE IN block[n].permits + SumOfBlocks(some \ {n})

Max(a, b) == IF a > b THEN a ELSE b
Min(a, b) == IF a < b THEN a ELSE b
LessOne(n) == IF n = 0 THEN 0 ELSE n - 1

KeptFor ==
    IF ~Holds("kept to the attempts' end") THEN Lease
    ELSE IF ~Holds("kept for the abort hold") THEN Cap
    ELSE Cap + AbortHold

(* A process says what it may have charged until it hears the answer: all  *)
(* that it was given, so that a lost answer does no harm.  It gives back   *)
(* in two steps: less is usable first, and less is held at the next        *)
(* refresh.  In the code: PermitKeeper, JdbcPermitBlocks.                  *)
IsForgotten(n) == node[n].end = 0 /\ Holds("a block that ran out is forgotten")

Holding(n) ==
    IF ~Holds("what is held is not handed back") THEN 0
    ELSE Max(IF IsForgotten(n) THEN 0 ELSE node[n].usable, Charged(n))

(* What was charged under a block that ran out has to be gone before it    *)
(* asks for another: it may not have been sent, and never will be.         *)
Refresh(n) ==
    /\ Awake(n) /\ ~node[n].answer.known
    /\ IsForgotten(n) => \A s \in Slots : slot[s].of = n => slot[s].at = "lingering"
    /\ LET learns == ledger.learns > 0
           told == IF learns /\ block[n].left = 0 THEN Holding(n) ELSE 0
           kept == IF block[n].left = 0 THEN told ELSE Min(Holding(n), block[n].permits)
           toShare == IF learns /\ Holds("no more than was told of after a move")
                      THEN Min(Limit, ledger.told + told) ELSE Limit
           others == IF Holds("one at a time") THEN SumOfBlocks(Nodes \ {n}) ELSE 0
           most == Max(kept, IF toShare > others THEN toShare - others ELSE 0)
       IN  /\ ledger' = [ledger EXCEPT !.told = @ + told]
           /\ \E permits \in kept .. most : \E share \in {permits, LessOne(permits)} :
                /\ block' = [block EXCEPT ![n] = [permits |-> permits, left |-> KeptFor]]
                /\ node' = [node EXCEPT ![n].answer = [known |-> TRUE, usable |-> Min(permits, share), end |-> Cap]]
    /\ UNCHANGED <<slot, faults>>

Hear(n) ==
    /\ Awake(n) /\ node[n].answer.known
    /\ node' = [node EXCEPT ![n].usable = node[n].answer.usable, ![n].end = node[n].answer.end, ![n].answer = None]
    /\ UNCHANGED <<block, ledger, slot, faults>>

(* A block that nobody has a use for goes back the same way: nothing is    *)
(* granted any more, and then the ledger hears of it.                      *)
LetGo(n) ==
    /\ Awake(n) /\ ~node[n].answer.known /\ node[n].usable > 0
    /\ node' = [node EXCEPT ![n].usable = 0]
    /\ UNCHANGED <<block, ledger, slot, faults>>

LoseAnswer(n) ==
    /\ Awake(n) /\ node[n].answer.known
    /\ node' = [node EXCEPT ![n].answer = None]
    /\ UNCHANGED <<block, ledger, slot, faults>>

-----------------------------------------------------------------------------
(* An attempt: charged, its permit taken; working at the provider;         *)
(* lingering there after it was broken off; or orphaned by a death.        *)
TakePermit(n, s) ==
    /\ Awake(n) /\ slot[s] = Free
    /\ node[n].end > 0 /\ Charged(n) < node[n].usable
    /\ slot' = [slot EXCEPT ![s] = [of |-> n, at |-> "charged", left |-> node[n].end]]
    /\ UNCHANGED <<block, ledger, node, faults>>

(* A process may have been stopped since.  In the code: AttemptMaker.      *)
Send(s) ==
    /\ slot[s].at = "charged" /\ Awake(slot[s].of)
    /\ slot' = [slot EXCEPT ![s] =
        IF Holds("block's end before the first byte") /\ slot[s].left = 0 THEN Free ELSE [@ EXCEPT !.at = "working"]]
    /\ UNCHANGED <<block, ledger, node, faults>>

Finish(s) ==
    /\ slot[s].at = "working"
    /\ slot' = [slot EXCEPT ![s] = Free]
    /\ UNCHANGED <<block, ledger, node, faults>>

BrokenOff(s, of) ==
    IF AbortHold = 0 THEN Free ELSE [of |-> of, at |-> "lingering", left |-> AbortHold]

(* In the code: Limiter, which keeps the account's permit charged.         *)
Abort(s) ==
    /\ slot[s].at = "working" /\ Awake(slot[s].of)
    /\ slot' = [slot EXCEPT ![s] = BrokenOff(s, IF Holds("an abort stays charged") THEN @.of ELSE Nobody)]
    /\ UNCHANGED <<block, ledger, node, faults>>

-----------------------------------------------------------------------------
Later(s) ==
    IF slot[s].at = "lingering" /\ slot[s].left = 1 THEN Free ELSE [slot[s] EXCEPT !.left = LessOne(@)]

(* What has to have ended has ended before time passes.                    *)
Tick ==
    /\ \A s \in Slots : slot[s].at = "working" => slot[s].left > 0
    /\ \/ ledger.learns > 0
       \/ \E n \in Nodes : block[n].left > 0 \/ node[n].end > 0
       \/ \E s \in Slots : slot[s].left > 0
    /\ block' = [n \in Nodes |-> IF block[n].left <= 1 THEN [permits |-> 0, left |-> 0]
                                 ELSE [block[n] EXCEPT !.left = @ - 1]]
    /\ ledger' = IF ledger.learns <= 1 THEN [learns |-> 0, told |-> 0] ELSE [ledger EXCEPT !.learns = @ - 1]
    /\ node' = [n \in Nodes |-> [node[n] EXCEPT !.end = LessOne(@), !.answer.end = LessOne(@)]]
    /\ slot' = [s \in Slots |-> Later(s)]
    /\ UNCHANGED faults

(* The last commits may be missing there.  In the code: Doubt, which        *)
(* forgets them all; Meta.movedAt.                                         *)
Move ==
    /\ faults.moves < MaxMoves
    /\ faults' = [faults EXCEPT !.moves = @ + 1]
    /\ block' = [n \in Nodes |-> [permits |-> 0, left |-> 0]]
    /\ ledger' = [learns |-> IF Holds("learns to the attempts' end") THEN Cap + AbortHold ELSE Lease, told |-> 0]
    /\ UNCHANGED <<node, slot>>

Crash(n) ==
    /\ node[n].up /\ faults.crashes < MaxCrashes
    /\ faults' = [faults EXCEPT !.crashes = @ + 1]
    /\ node' = [node EXCEPT ![n] = [up |-> FALSE, paused |-> FALSE, usable |-> 0, end |-> 0, answer |-> None]]
    /\ slot' = [s \in Slots |->
        CASE slot[s].of # n -> slot[s]
          [] slot[s].at = "charged" -> Free
          [] slot[s].at = "working" -> BrokenOff(s, Nobody)
          [] OTHER -> [slot[s] EXCEPT !.of = Nobody]]
    /\ UNCHANGED <<block, ledger>>

Pause(n) ==
    /\ Awake(n) /\ faults.pauses < MaxPauses
    /\ faults' = [faults EXCEPT !.pauses = @ + 1]
    /\ node' = [node EXCEPT ![n].paused = TRUE]
    /\ UNCHANGED <<block, ledger, slot>>

Resume(n) ==
    /\ node[n].paused
    /\ node' = [node EXCEPT ![n].paused = FALSE]
    /\ UNCHANGED <<block, ledger, slot, faults>>

Next ==
    \/ \E n \in Nodes : Refresh(n) \/ LetGo(n) \/ Hear(n) \/ LoseAnswer(n) \/ Crash(n) \/ Pause(n) \/ Resume(n)
    \/ \E n \in Nodes, s \in Slots : TakePermit(n, s)
    \/ \E s \in Slots : Send(s) \/ Finish(s) \/ Abort(s)
    \/ Move
    \/ Tick

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
AtTheProvider == Cardinality({s \in Slots : slot[s].at \in {"working", "lingering"}})

NeverAboveTheLimit == AtTheProvider <= Limit

BlocksFit == SumOfBlocks(Nodes) <= Limit

Symmetric == Permutations(Nodes) \union Permutations(Slots)
=============================================================================
