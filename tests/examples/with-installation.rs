//! Runs a command beside an installation that its tests share: `with-installation cargo nextest run …`. Ends with the command's
//! exit code.

use std::process::ExitCode;

use anyhow::Context as _;
use lintel_system_tests::installation::share_with;
use tokio::process::Command;

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let mut command = Command::new(words.next().context("say which command to run")?);
    command.args(words);
    let code = share_with(command).await?.code();
    Ok(code
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}
