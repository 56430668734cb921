//! The identity service's process.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    lintel_runtime::run::<lintel_identity::Identity>()
}
