//! The making of an instrument from an entry of the list.

use opentelemetry::{
    KeyValue, global,
    metrics::{Counter, Gauge, Histogram, Meter, UpDownCounter},
};

/// Bounds of the buckets of durations, in seconds: fine where a request should be, up to the longest call.
const DURATIONS: [f64; 17] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0,
    30.0,
];

/// The meaning of a metric's values over time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Only grows.
    Counter,
    /// The number of things now, counted up and down.
    UpDownCounter,
    /// A figure of the moment.
    Gauge,
    /// The count, the sum and the spread.
    Histogram,
}

impl Kind {
    /// The word in the documentation.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::UpDownCounter => "up-down counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

/// The description of a metric, before it has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metric {
    /// Its name over OTLP.
    pub name: &'static str,
    /// The unit, in UCUM.
    pub unit: &'static str,
    /// The meaning of its values over time.
    pub kind: Kind,
    /// Every attribute that a value may carry.
    pub attributes: &'static [&'static str],
    /// Its description.
    pub about: &'static str,
}

/// A type of instrument.
pub(super) trait Instrument {
    const KIND: Kind;
    fn make(meter: &Meter, metric: &Metric) -> Self;
}

macro_rules! instrument {
    ($type:ty, $kind:ident, $builder:ident $(, $more:ident ($($argument:expr),*))?) => {
        impl Instrument for $type {
            const KIND: Kind = Kind::$kind;

            fn make(meter: &Meter, metric: &Metric) -> Self {
                meter
                    .$builder(metric.name)
                    .with_unit(metric.unit)
                    .with_description(metric.about)
                    $(.$more($($argument),*))?
                    .build()
            }
        }
    };
}

instrument!(Counter<u64>, Counter, u64_counter);
instrument!(Counter<f64>, Counter, f64_counter);
instrument!(UpDownCounter<i64>, UpDownCounter, i64_up_down_counter);
instrument!(Gauge<u64>, Gauge, u64_gauge);
instrument!(Gauge<f64>, Gauge, f64_gauge);
instrument!(
    Histogram<f64>,
    Histogram,
    f64_histogram,
    with_boundaries(DURATIONS.to_vec())
);

pub(super) fn make<I: Instrument>(metric: &Metric) -> I {
    I::make(&global::meter("lintel"), metric)
}

/// One static for each metric, and `ALL` for those who document or check them.
macro_rules! instruments {
    ($(
        $(#[doc = $about:literal])+
        $name:ident: $type:ty = $metric:literal, $unit:literal, [$($attribute:literal),*];
    )+) => {
        /// Every metric, in the order of the documentation.
        pub const ALL: &[Metric] = &[$(
            Metric {
                name: $metric,
                unit: $unit,
                kind: <$type as instrument::Instrument>::KIND,
                attributes: &[$($attribute),*],
                about: concat!($($about),+).trim_ascii(),
            },
        )+];

        $(
            $(#[doc = $about])+
            pub static $name: std::sync::LazyLock<$type> = std::sync::LazyLock::new(|| {
                instrument::make(&Metric {
                    name: $metric,
                    unit: $unit,
                    kind: <$type as instrument::Instrument>::KIND,
                    attributes: &[$($attribute),*],
                    about: concat!($($about),+).trim_ascii(),
                })
            });
        )+
    };
}
pub(super) use instruments;

/// Something that is counted for as long as this lives, however it ends.
#[derive(Debug)]
pub struct Active<const N: usize> {
    counter: &'static UpDownCounter<i64>,
    attributes: [KeyValue; N],
}

impl<const N: usize> Active<N> {
    /// Counts one more.
    #[must_use]
    pub fn begin(counter: &'static UpDownCounter<i64>, attributes: [KeyValue; N]) -> Self {
        counter.add(1, &attributes);
        Self {
            counter,
            attributes,
        }
    }
}

impl<const N: usize> Drop for Active<N> {
    fn drop(&mut self) {
        self.counter.add(-1, &self.attributes);
    }
}

#[cfg(test)]
mod tests {
    use super::super::ALL;

    #[test]
    fn names_are_unique_and_own_ones_say_whose_they_are() {
        let conventions = ["http.", "rpc.", "db.", "messaging.", "process."];
        for (place, metric) in ALL.iter().enumerate() {
            let name = metric.name;
            assert!(
                name.starts_with("lintel.") || conventions.iter().any(|own| name.starts_with(own)),
                "{name}"
            );
            assert!(
                !ALL[..place].iter().any(|other| other.name == name),
                "{name} stands twice"
            );
            assert!(metric.about.ends_with('.'), "{name}: {}", metric.about);
        }
    }
}
