//! `lintel-viewings-maintenance serve | migrate | healthcheck | print-config`.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    lintel_runtime::run::<lintel_viewings_maintenance::ViewingsMaintenance>()
}
