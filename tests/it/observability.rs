//! The operators' dashboards and alerts ask for metrics that exist, the documentation lists all of them, and the
//! collector's parts fit together.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use lintel_telemetry::metrics::{self, Kind, Metric};
use promql_parser::{
    parser::{self, Expr, VectorSelector},
    util::{ExprVisitor, walk_expr},
};
use serde_json::Value;

/// The resource's attributes, which the collector makes labels of every series.
const OF_THE_RESOURCE: [&str; 3] = ["service.name", "service.version", "service.instance.id"];

#[test]
fn dashboards_and_alerts_ask_for_what_is_exported() -> anyhow::Result<()> {
    let exported = exported();
    for (place, text) in questions()? {
        // Grafana's own word for "a few scrapes".
        let text = text.replace("$__rate_interval", "5m");
        let asked = ask(&text).with_context(|| format!("{place}: {text}"))?;
        ensure!(!asked.series.is_empty(), "{place} asks for nothing: {text}");
        let mut labels: BTreeSet<String> = BTreeSet::new();
        for series in &asked.series {
            let metric = exported
                .get(series)
                .with_context(|| format!("{place}: no metric becomes {series}"))?;
            labels.extend(metric.attributes.iter().map(|name| name.replace('.', "_")));
        }
        labels.extend(OF_THE_RESOURCE.map(|name| name.replace('.', "_")));
        labels.insert("le".to_owned());
        for label in &asked.labels {
            ensure!(
                labels.contains(label),
                "{place}: nothing has a label {label}"
            );
        }
    }
    Ok(())
}

#[test]
fn every_metric_is_looked_at_by_a_dashboard_or_an_alert() -> anyhow::Result<()> {
    let exported = exported();
    let mut looked_at = BTreeSet::new();
    for (_, text) in questions()? {
        for series in ask(&text.replace("$__rate_interval", "5m"))?.series {
            looked_at.extend(exported.get(&series).map(|metric| metric.name));
        }
    }
    let all: BTreeSet<&str> = metrics::ALL.iter().map(|metric| metric.name).collect();
    assert_eq!(all.difference(&looked_at).collect::<Vec<_>>(), [&""; 0]);
    Ok(())
}

#[test]
fn every_alert_says_how_urgent_it_is_and_what_to_do() -> anyhow::Result<()> {
    let rules = alerts()?;
    ensure!(rules.len() >= 10, "only {} alerts", rules.len());
    for rule in rules {
        let text = |pointer: &str| rule.pointer(pointer).and_then(Value::as_str);
        let name = text("/alert").context("an alert without a name")?;
        let severity = text("/labels/severity");
        ensure!(
            matches!(severity, Some("page" | "ticket")),
            "{name}: {severity:?}"
        );
        for said in ["/annotations/summary", "/annotations/description", "/for"] {
            ensure!(text(said).is_some(), "{name} has no {said}");
        }
    }
    Ok(())
}

#[test]
fn the_documentation_lists_every_metric() -> anyhow::Result<()> {
    let page = fs::read_to_string(root().join("docs/reference/telemetry.md"))?;
    let listed = page
        .split_once("<!-- metrics -->\n")
        .and_then(|(_, rest)| rest.split_once("<!-- /metrics -->"))
        .context("docs/reference/telemetry.md has no list of metrics")?
        .0;
    let table = table();
    ensure!(
        listed == table,
        "docs/reference/telemetry.md should list the metrics so:\n{table}"
    );
    Ok(())
}

#[test]
fn the_collectors_pipelines_are_made_of_parts_that_exist() -> anyhow::Result<()> {
    let collector = yaml("deploy/observability/collector.yaml")?;
    let pipelines = collector
        .pointer("/service/pipelines")
        .and_then(Value::as_object)
        .context("no pipelines")?;
    let mut used: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (name, pipeline) in pipelines {
        for kind in ["receivers", "processors", "exporters"] {
            let parts = pipeline[kind].as_array().context("a pipeline has lists")?;
            ensure!(!parts.is_empty(), "{name} has no {kind}");
            for part in parts.iter().filter_map(Value::as_str) {
                let part = unless_set(part);
                ensure!(
                    collector[kind].get(&part).is_some(),
                    "{name}: there is no {part} among the {kind}"
                );
                used.entry(kind).or_default().insert(part);
            }
        }
        ensure!(
            pipeline["processors"][0] == "memory_limiter",
            "{name} must refuse before it works"
        );
    }
    let signals: Vec<&str> = pipelines.keys().map(String::as_str).collect();
    assert_eq!(signals, ["logs", "metrics", "traces"]);
    // The parts that an operator may choose by a variable are defined, too, and nothing else is left over.
    let chosen = ["otlp_grpc/traces", "otlp_http/logs"].map(str::to_owned);
    used.entry("exporters").or_default().extend(chosen);
    for (kind, used) in used {
        let defined = collector[kind].as_object().context("a list of parts")?;
        let defined: BTreeSet<String> = defined.keys().cloned().collect();
        assert_eq!(defined, used, "{kind}");
    }
    Ok(())
}

#[test]
fn prometheus_fetches_where_the_collector_offers() -> anyhow::Result<()> {
    let collector = yaml("deploy/observability/collector.yaml")?;
    let offered = collector["exporters"]["prometheus"]["endpoint"].as_str();
    let (_, port) = offered
        .and_then(|text| text.split_once(':'))
        .context("the collector offers nothing")?;
    let prometheus = yaml("deploy/observability/prometheus.yaml")?;
    let target = &prometheus["scrape_configs"][0]["static_configs"][0]["targets"][0];
    assert_eq!(target, &Value::from(format!("collector:{port}")));
    let rules = prometheus["rule_files"][0].as_str().context("no rules")?;
    ensure!(folder().join(rules).is_file(), "there is no {rules}");
    Ok(())
}

/// The series and labels that an expression asks for.
#[derive(Debug, Default)]
struct Asked {
    series: BTreeSet<String>,
    labels: BTreeSet<String>,
}

impl Asked {
    fn select(&mut self, selector: &VectorSelector) {
        self.series.extend(selector.name.clone());
        let matchers = &selector.matchers;
        let all = matchers
            .matchers
            .iter()
            .chain(matchers.or_matchers.iter().flatten());
        self.labels.extend(all.map(|matcher| matcher.name.clone()));
    }
}

impl ExprVisitor for Asked {
    type Error = anyhow::Error;

    fn pre_visit(&mut self, expression: &Expr) -> anyhow::Result<bool> {
        match expression {
            Expr::VectorSelector(selector) => self.select(selector),
            Expr::MatrixSelector(matrix) => self.select(&matrix.vs),
            Expr::Aggregate(aggregate) => {
                let grouping = aggregate.modifier.iter();
                let labels = grouping.flat_map(|modifier| modifier.labels().labels.clone());
                self.labels.extend(labels);
            }
            _ => {}
        }
        Ok(true)
    }
}

fn ask(text: &str) -> anyhow::Result<Asked> {
    let expression = parser::parse(text).map_err(anyhow::Error::msg)?;
    let mut asked = Asked::default();
    walk_expr(&mut asked, &expression)?;
    Ok(asked)
}

/// The series that Prometheus has of each metric: dots become underscores, and unit and kind are appended.
fn exported() -> BTreeMap<String, &'static Metric> {
    let mut series = BTreeMap::new();
    for metric in metrics::ALL {
        let unit = match metric.unit {
            "s" => "_seconds",
            "By" => "_bytes",
            _ => "",
        };
        let name = format!("{}{unit}", metric.name.replace('.', "_"));
        let endings: &[&str] = match metric.kind {
            Kind::Counter => &["_total"],
            Kind::Histogram => &["_bucket", "_sum", "_count"],
            Kind::Gauge | Kind::UpDownCounter => &[""],
        };
        for ending in endings {
            series.insert(format!("{name}{ending}"), metric);
        }
    }
    series
}

/// Every expression of every dashboard and alert, with its place.
fn questions() -> anyhow::Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder().join("dashboards"))? {
        let path = entry?.path();
        let board: Value = serde_json::from_str(&fs::read_to_string(&path)?)?;
        let panels = board["panels"].as_array().context("a board has panels")?;
        for panel in panels {
            let place = format!("{} {}", path.display(), panel["title"]);
            let targets = panel["targets"].as_array().context("a panel has targets")?;
            for target in targets {
                let text = target["expr"].as_str().context("a target asks")?;
                found.push((place.clone(), text.to_owned()));
            }
        }
    }
    for rule in alerts()? {
        let text = rule["expr"].as_str().context("an alert asks")?;
        found.push((rule["alert"].to_string(), text.to_owned()));
    }
    ensure!(
        found.len() > 50,
        "only {} expressions were found",
        found.len()
    );
    Ok(found)
}

fn alerts() -> anyhow::Result<Vec<Value>> {
    let rules = yaml("deploy/observability/alerts.yaml")?;
    let groups = rules["groups"].as_array().context("no groups")?;
    Ok(groups
        .iter()
        .filter_map(|group| group["rules"].as_array())
        .flatten()
        .cloned()
        .collect())
}

fn table() -> String {
    let mut table =
        "| metric | kind | unit | attributes | what it says |\n|---|---|---|---|---|\n".to_owned();
    for metric in metrics::ALL {
        let attributes: Vec<_> = metric
            .attributes
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        table += &format!(
            "| `{}` | {} | {} | {} | {} |\n",
            metric.name,
            metric.kind.word(),
            metric.unit,
            attributes.join(" "),
            metric.about
        );
    }
    table
}

/// The value of `${env:NAME:-usual}` where NAME is not set.
fn unless_set(text: &str) -> String {
    text.strip_prefix("${env:")
        .and_then(|rest| rest.strip_suffix('}')?.split_once(":-"))
        .map_or(text, |(_, usual)| usual)
        .to_owned()
}

fn yaml(path: &str) -> anyhow::Result<Value> {
    let text = fs::read_to_string(root().join(path)).context(path.to_owned())?;
    yaml_serde::from_str(&text).context(path.to_owned())
}

fn folder() -> PathBuf {
    root().join("deploy/observability")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
