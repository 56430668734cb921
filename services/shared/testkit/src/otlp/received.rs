//! The telemetry that arrived, in a shape that tests can ask.

use std::collections::BTreeMap;

use opentelemetry_proto::tonic::{
    collector::{
        logs::v1::ExportLogsServiceRequest, metrics::v1::ExportMetricsServiceRequest,
        trace::v1::ExportTraceServiceRequest,
    },
    common::v1::{AnyValue, KeyValue, any_value::Value},
    metrics::v1::{Metric, NumberDataPoint, metric::Data, number_data_point},
    resource::v1::Resource,
};

/// One span as it arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedSpan {
    /// Which process recorded it (`lintel-portfolio`).
    pub service: String,
    /// Its name.
    pub name: String,
    /// The trace, 32 hexadecimal digits.
    pub trace_id: String,
    /// The span, 16 hexadecimal digits.
    pub span_id: String,
    /// Its parent; empty for the first of a trace.
    pub parent_id: String,
}

/// One log line as it arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedLog {
    /// Which process said it.
    pub service: String,
    /// The message.
    pub text: String,
    /// The trace that it belongs to, 32 hexadecimal digits; empty outside of any.
    pub trace_id: String,
    /// The span, 16 hexadecimal digits; empty outside of any.
    pub span_id: String,
}

/// One value of one metric.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceivedPoint {
    /// Which process recorded it.
    pub service: String,
    /// Which of its replicas.
    pub instance: String,
    /// The metric's name.
    pub metric: String,
    /// Its unit.
    pub unit: String,
    /// `counter`, `up-down counter`, `gauge` or `histogram`.
    pub kind: &'static str,
    /// The attributes that tell the value from others of the metric.
    pub attributes: BTreeMap<String, String>,
    /// The value; of a histogram the sum.
    pub value: f64,
    /// The number of values in a histogram; 0 for others.
    pub count: u64,
}

impl ReceivedPoint {
    /// The value of an attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    /// Returns the part that is the same for every value of one series.
    pub(super) fn series(&self) -> String {
        format!("{} {} {:?}", self.metric, self.instance, self.attributes)
    }
}

pub(super) fn spans(request: ExportTraceServiceRequest) -> Vec<ReceivedSpan> {
    let mut found = Vec::new();
    for resource in request.resource_spans {
        let service = of_resource(resource.resource.as_ref(), "service.name");
        let spans = resource
            .scope_spans
            .into_iter()
            .flat_map(|scope| scope.spans);
        found.extend(spans.map(|span| ReceivedSpan {
            service: service.clone(),
            name: span.name,
            trace_id: hex::encode(&span.trace_id),
            span_id: hex::encode(&span.span_id),
            parent_id: hex::encode(&span.parent_span_id),
        }));
    }
    found
}

pub(super) fn logs(request: ExportLogsServiceRequest) -> Vec<ReceivedLog> {
    let mut found = Vec::new();
    for resource in request.resource_logs {
        let service = of_resource(resource.resource.as_ref(), "service.name");
        let records = resource
            .scope_logs
            .into_iter()
            .flat_map(|scope| scope.log_records);
        found.extend(records.map(|record| ReceivedLog {
            service: service.clone(),
            text: record.body.as_ref().map(text).unwrap_or_default(),
            trace_id: hex::encode(&record.trace_id),
            span_id: hex::encode(&record.span_id),
        }));
    }
    found
}

pub(super) fn points(request: ExportMetricsServiceRequest) -> Vec<ReceivedPoint> {
    let mut found = Vec::new();
    for resource in request.resource_metrics {
        let service = of_resource(resource.resource.as_ref(), "service.name");
        let instance = of_resource(resource.resource.as_ref(), "service.instance.id");
        for metric in resource
            .scope_metrics
            .into_iter()
            .flat_map(|scope| scope.metrics)
        {
            let (kind, values) = values(&metric);
            found.extend(
                values
                    .into_iter()
                    .map(|(attributes, value, count)| ReceivedPoint {
                        service: service.clone(),
                        instance: instance.clone(),
                        metric: metric.name.clone(),
                        unit: metric.unit.clone(),
                        kind,
                        attributes: attributes.iter().map(pair).collect(),
                        value,
                        count,
                    }),
            );
        }
    }
    found
}

type Values = Vec<(Vec<KeyValue>, f64, u64)>;

fn values(metric: &Metric) -> (&'static str, Values) {
    let numbers = |points: &[NumberDataPoint]| -> Values {
        points
            .iter()
            .map(|point| (point.attributes.clone(), number(point), 0))
            .collect()
    };
    match &metric.data {
        Some(Data::Gauge(gauge)) => ("gauge", numbers(&gauge.data_points)),
        Some(Data::Sum(sum)) if sum.is_monotonic => ("counter", numbers(&sum.data_points)),
        Some(Data::Sum(sum)) => ("up-down counter", numbers(&sum.data_points)),
        Some(Data::Histogram(histogram)) => {
            let points = histogram.data_points.iter();
            let values = points.map(|point| {
                (
                    point.attributes.clone(),
                    point.sum.unwrap_or_default(),
                    point.count,
                )
            });
            ("histogram", values.collect())
        }
        _ => ("of a kind that we do not export", Vec::new()),
    }
}

fn number(point: &NumberDataPoint) -> f64 {
    match point.value {
        Some(number_data_point::Value::AsDouble(value)) => value,
        // Counts of tests are small.
        Some(number_data_point::Value::AsInt(value)) => {
            i32::try_from(value).map_or(f64::INFINITY, f64::from)
        }
        None => f64::NAN,
    }
}

fn of_resource(resource: Option<&Resource>, name: &str) -> String {
    resource
        .iter()
        .flat_map(|resource| &resource.attributes)
        .find(|attribute| attribute.key == name)
        .map(|attribute| pair(attribute).1)
        .unwrap_or_default()
}

fn pair(attribute: &KeyValue) -> (String, String) {
    let value = attribute.value.as_ref().map(text).unwrap_or_default();
    (attribute.key.clone(), value)
}

fn text(value: &AnyValue) -> String {
    match &value.value {
        Some(Value::StringValue(text)) => text.clone(),
        Some(Value::IntValue(number)) => number.to_string(),
        other => format!("{other:?}"),
    }
}
