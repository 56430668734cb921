//! The gateway's process: `serve | healthcheck | print-config | openapi`.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    lintel_runtime::run::<lintel_gateway::FrontDoor>()
}
