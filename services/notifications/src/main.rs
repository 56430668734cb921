//! `lintel-notifications serve | migrate | healthcheck | print-config | dead-letters | fill-copies | generate-sealing-key | rotate-sealing-key |
//! generate-push-key | facts`.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    lintel_runtime::run::<lintel_notifications::Notifications>()
}
