//! How a thread that hashes stands beside the rest of the machine.

use rustix::process::{getpriority_process, setpriority_process};
use thread_priority::{
    NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
    set_thread_priority_and_policy, thread_native_id,
};

/// How far behind everything else the system puts a thread that hashes: people who are signed in do not wait for those who try
/// passwords.
const NICENESS: i32 = 10;
/// The system's word for threads that whoever wakes up interrupts at once.
const IDLE: ThreadSchedulePolicy = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);

/// Where a thread stands, for as long as it lives: the system lets nobody without privileges back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Behind everybody else, with a small share of a busy machine.
    Behind,
    /// Whoever has anything to do goes first, at once; of a busy machine next to nothing is left.
    Leftovers,
}

impl Standing {
    /// Puts this thread there. A system that refuses leaves it as it is: hashing goes on.
    pub(super) fn take(self) {
        match self {
            Self::Behind if getpriority_process(None).is_ok_and(|now| now < NICENESS) => {
                let _ = setpriority_process(None, NICENESS);
            }
            Self::Behind => {}
            Self::Leftovers => {
                let _ =
                    set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, IDLE);
            }
        }
    }

    /// Where this thread stands; none beside everybody else.
    #[cfg(test)]
    pub(super) fn here() -> anyhow::Result<Option<Self>> {
        if thread_priority::thread_schedule_policy()? == IDLE {
            return Ok(Some(Self::Leftovers));
        }
        Ok((getpriority_process(None)? >= NICENESS).then_some(Self::Behind))
    }
}
