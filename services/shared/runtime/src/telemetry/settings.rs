//! The share of traces that is recorded, and the interval at which telemetry is sent.

use std::time::Duration;

use figment::{Figment, providers::Serialized};

use crate::{ConfigError, Profile, SharedConfig};

/// If metrics were exported more often, the process would do little else.
const SHORTEST_EXPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Adds the defaults: every trace is recorded in dev and a tenth of them in production, and metrics are exported every 15
/// seconds. OpenTelemetry's own variables come first.
pub(crate) fn with_usual(shared: Figment) -> Figment {
    let every = std::env::var("OTEL_METRIC_EXPORT_INTERVAL")
        .ok()
        .and_then(|millis| millis.parse::<u64>().ok())
        .map_or_else(|| "15s".to_owned(), |millis| format!("{millis}ms"));
    let shared = shared.join(Serialized::default("metric_export_interval", every));
    if std::env::var_os("OTEL_TRACES_SAMPLER").is_some() {
        return shared;
    }
    let ratio = match shared.extract_inner("profile") {
        Ok(Profile::Dev) => 1.0,
        Ok(Profile::Production) | Err(_) => 0.1,
    };
    shared.join(Serialized::default("trace_sample_ratio", ratio))
}

/// Rejects values that make no sense.
///
/// # Errors
/// [`ConfigError`] naming the key.
pub(crate) fn check(shared: &SharedConfig) -> Result<(), ConfigError> {
    if let Some(ratio) = shared.trace_sample_ratio
        && !(0.0..=1.0).contains(&ratio)
    {
        return Err(ConfigError::new(
            "LINTEL_TRACE_SAMPLE_RATIO",
            "set a number from 0 (no traces) to 1 (all of them)",
        ));
    }
    if let Some(every) = shared.metric_export_interval
        && every < SHORTEST_EXPORT_INTERVAL
    {
        return Err(ConfigError::new(
            "LINTEL_METRIC_EXPORT_INTERVAL",
            "set 100ms or longer, for example 15s",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::shared;

    #[test]
    fn a_developer_sees_every_trace_and_an_operator_says_how_many() {
        let ratio = |extra: &str| {
            shared(&format!("mail = \"off\"\n{extra}"))
                .map(|config| config.trace_sample_ratio)
                .map_err(|error| error.key)
        };
        assert_eq!(ratio("profile = \"dev\""), Ok(Some(1.0)));
        assert_eq!(ratio(""), Ok(Some(0.1)));
        assert_eq!(ratio("trace_sample_ratio = 0.25"), Ok(Some(0.25)));
        assert_eq!(
            ratio("profile = \"dev\"\ntrace_sample_ratio = 0"),
            Ok(Some(0.0))
        );
        for bad in ["1.01", "-0.1", "nan", "\"half\""] {
            assert_eq!(
                ratio(&format!("trace_sample_ratio = {bad}")),
                Err("LINTEL_TRACE_SAMPLE_RATIO".to_owned()),
                "{bad}"
            );
        }
    }

    #[test]
    fn how_often_metrics_are_exported_is_refused_by_its_name_too() {
        let every = |extra: &str| {
            shared(&format!("mail = \"off\"\n{extra}"))
                .map(|config| config.metric_export_interval)
                .map_err(|error| error.key)
        };
        assert_eq!(every(""), Ok(Some(Duration::from_secs(15))));
        assert_eq!(
            every("metric_export_interval = \"1m\""),
            Ok(Some(Duration::from_secs(60)))
        );
        for bad in ["99ms", "0s", "often"] {
            assert_eq!(
                every(&format!("metric_export_interval = \"{bad}\"")),
                Err("LINTEL_METRIC_EXPORT_INTERVAL".to_owned()),
                "{bad}"
            );
        }
    }
}
