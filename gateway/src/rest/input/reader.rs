//! Reads the fields of a body one after the other and remembers every one that cannot be read.

use std::ops::RangeInclusive;

use chrono::{DateTime, NaiveDate, NaiveTime, SubsecRound as _, Utc};
use http::HeaderMap;
use lintel_core::Money;
use serde_json::value::RawValue;

use super::{JsonObject, Shape, amount::read_amount, number};
use crate::rest::problem::{FieldErrors, Problem, rest_name};

/// The header with the request id of a write.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// The one character that PostgreSQL does not store.
const UNSTORABLE: char = '\0';
const NOT_STORED: &str = "This text contains a character that cannot be stored.";

/// Reads fields by their name; absent, null and empty are the same, and the service says which fields it needs.
#[derive(Debug)]
pub struct FieldReader<'a> {
    object: &'a JsonObject,
    /// True where all values are texts, as in a query and in a form.
    of_texts: bool,
    errors: FieldErrors,
}

impl<'a> FieldReader<'a> {
    /// Reads from `object`.
    #[must_use]
    pub fn new(object: &'a JsonObject) -> Self {
        Self {
            object,
            of_texts: false,
            errors: FieldErrors::new(),
        }
    }

    /// Reads from `object`, whose values are all texts.
    #[must_use]
    pub fn of_texts(object: &'a JsonObject) -> Self {
        Self {
            of_texts: true,
            ..Self::new(object)
        }
    }

    /// Refuses `field`, saying why.
    pub fn refuse(&mut self, field: &str, text: impl Into<String>) {
        self.errors
            .entry(field.to_owned())
            .or_default()
            .push(text.into());
    }

    /// The field as it was written; `None` where it is absent or null.
    #[must_use]
    pub fn raw(&self, field: &str) -> Option<&'a RawValue> {
        self.object.get(field)
    }

    /// Returns those of `paths`, paths of the contract, whose fields the body has, also with null.
    #[must_use]
    pub fn named(&self, paths: &[&str]) -> Vec<String> {
        let named = paths.iter().filter(|path| self.names(&rest_name(path)));
        named.map(|path| (*path).to_owned()).collect()
    }

    /// The id of a row; 0 where the field is absent.
    pub fn id(&mut self, field: &str) -> i64 {
        let id = self.parsed(field, |value| {
            let text = value.get().trim_matches('"');
            if text.is_empty() {
                return Ok(None);
            }
            let id = text.parse::<i64>().ok().filter(|id| *id > 0);
            id.map(Some).ok_or("Enter the number of a row.")
        });
        id.unwrap_or_default()
    }

    /// Ids of rows; empty where the field is absent. A query has commas between them.
    pub fn ids(&mut self, field: &str) -> Vec<i64> {
        if self.of_texts {
            const COMMAS: &str = "Enter numbers of rows with commas between them.";
            let id = |text: &str| text.trim().parse().ok().filter(|id| *id > 0);
            let read = self.one_of(field, |text| text.split(',').map(id).collect(), COMMAS);
            return read.unwrap_or_default();
        }
        self.parsed(field, |value| {
            const REFUSAL: &str = "Enter a list of numbers of rows.";
            let ids = serde_json::from_str::<Vec<i64>>(value.get()).map_err(|_| REFUSAL)?;
            let are_ids = ids.iter().all(|id| *id > 0);
            are_ids.then_some(Some(ids)).ok_or(REFUSAL)
        })
        .unwrap_or_default()
    }

    /// Returns true if the field is there, also with null.
    #[must_use]
    pub fn names(&self, field: &str) -> bool {
        self.object.names(field)
    }

    /// Text; empty where the field is absent.
    pub fn text(&mut self, field: &str) -> String {
        let Some(value) = self.raw(field) else {
            return String::new();
        };
        match serde_json::from_str::<String>(value.get()) {
            Ok(text) if text.contains(UNSTORABLE) => {
                self.refuse(field, NOT_STORED);
                String::new()
            }
            Ok(text) => text,
            Err(_) => {
                self.refuse(field, "Enter text.");
                String::new()
            }
        }
    }

    /// A whole number.
    pub fn int(&mut self, field: &str) -> Option<i32> {
        self.parsed(field, number::read_int)
    }

    /// A whole number within `bounds`; `refusal` is the text for anything else.
    pub fn between(
        &mut self,
        field: &str,
        bounds: RangeInclusive<i32>,
        refusal: &str,
    ) -> Option<i32> {
        self.parsed(field, |value| {
            let number = number::read_int(value).ok().flatten();
            let number = number.filter(|number| bounds.contains(number));
            number.map(Some).ok_or(refusal)
        })
    }

    /// A percentage, as decimal text.
    pub fn percent(&mut self, field: &str) -> Option<String> {
        self.parsed(field, number::read_percent)
    }

    /// An amount of money.
    pub fn money(&mut self, field: &str) -> Option<Money> {
        self.parsed(field, read_amount)
    }

    /// A day, `YYYY-MM-DD`.
    pub fn date(&mut self, field: &str) -> Option<NaiveDate> {
        self.parsed(field, |value| {
            const REFUSAL: &str = "Enter a date that exists, as YYYY-MM-DD.";
            let text: String = serde_json::from_str(value.get()).map_err(|_| REFUSAL)?;
            if text.is_empty() {
                return Ok(None);
            }
            // chrono alone would also take a year of one digit or a sign.
            let shaped = text.len() == 10 && text.bytes().all(|b| b == b'-' || b.is_ascii_digit());
            NaiveDate::parse_from_str(&text, "%Y-%m-%d")
                .ok()
                .filter(|_| shaped)
                .map(Some)
                .ok_or(REFUSAL)
        })
    }

    /// A time of day, `HH:MM`.
    pub fn time(&mut self, field: &str) -> Option<NaiveTime> {
        self.parsed(field, |value| {
            const REFUSAL: &str = "Enter a time from 00:00 to 23:59, as HH:MM.";
            let text: String = serde_json::from_str(value.get()).map_err(|_| REFUSAL)?;
            if text.is_empty() {
                return Ok(None);
            }
            // chrono alone would also take an hour of one digit.
            NaiveTime::parse_from_str(&text, "%H:%M")
                .ok()
                .filter(|_| text.len() == 5)
                .map(Some)
                .ok_or(REFUSAL)
        })
    }

    /// An instant, RFC 3339.
    pub fn instant(&mut self, field: &str) -> Option<DateTime<Utc>> {
        self.parsed(field, |value| {
            const REFUSAL: &str = "Enter a moment as RFC 3339, 2026-11-21T10:00:00Z for example.";
            let text: String = serde_json::from_str(value.get()).map_err(|_| REFUSAL)?;
            if text.is_empty() {
                return Ok(None);
            }
            let moment = DateTime::parse_from_rfc3339(&text).map_err(|_| REFUSAL)?;
            // PostgreSQL and the contract keep microseconds.
            Ok::<_, &str>(Some(moment.with_timezone(&Utc).trunc_subsecs(6)))
        })
    }

    /// Reads true or false.
    pub fn flag(&mut self, field: &str) -> Option<bool> {
        if self.of_texts {
            return self.one_of(field, |text| text.parse().ok(), "Enter true or false.");
        }
        self.parsed(field, |value| {
            let flag = serde_json::from_str(value.get()).map(Some);
            flag.map_err(|_| "Enter true or false.")
        })
    }

    /// A list of objects, each read by `read`; their fields are named with the list's name and their place.
    pub fn list<T>(&mut self, field: &str, read: impl Fn(&mut FieldReader<'_>) -> T) -> Vec<T> {
        let objects = self.parsed(field, |value| {
            let objects = serde_json::from_str::<Vec<JsonObject>>(value.get());
            objects.map(Some).map_err(|_| "Enter a list of objects.")
        });
        let mut rows = Vec::new();
        for (place, object) in objects.unwrap_or_default().iter().enumerate() {
            let mut reader = FieldReader::new(object);
            rows.push(read(&mut reader));
            for (name, texts) in reader.errors {
                let name = format!("{field}[{place}].{name}");
                self.errors.insert(name, texts);
            }
        }
        rows
    }

    /// An object, read by `read`; its fields are named with its name before them.
    pub fn object<T>(
        &mut self,
        field: &str,
        read: impl Fn(&mut FieldReader<'_>) -> T,
    ) -> Option<T> {
        let object = self.parsed(field, |value| {
            let object = serde_json::from_str::<JsonObject>(value.get());
            object.map(Some).map_err(|_| "Enter an object.")
        })?;
        let mut reader = FieldReader::new(&object);
        let message = read(&mut reader);
        for (name, texts) in reader.errors {
            self.errors.insert(format!("{field}.{name}"), texts);
        }
        Some(message)
    }

    /// The files of a maintenance request, each by its id or by the address that the request has it under.
    pub fn attachments(&mut self, field: &str) -> Vec<i64> {
        self.parsed(field, |value| {
            const REFUSAL: &str = "Enter a list of the request's files, by their ids.";
            let files = serde_json::from_str::<Vec<&RawValue>>(value.get()).map_err(|_| REFUSAL)?;
            let ids = files.into_iter().map(|file| attachment(file.get()));
            let ids: Option<Vec<_>> = ids.collect();
            ids.map(Some).ok_or(REFUSAL)
        })
        .unwrap_or_default()
    }

    /// Reads one of a closed set of texts; `choices` is the text for anything else.
    pub fn one_of<T>(
        &mut self,
        field: &str,
        parse: impl Fn(&str) -> Option<T>,
        choices: &str,
    ) -> Option<T> {
        self.parsed(field, |value| {
            let text: String = serde_json::from_str(value.get()).map_err(|_| choices)?;
            if text.is_empty() {
                return Ok(None);
            }
            parse(&text).map(Some).ok_or(choices)
        })
    }

    /// Values of a closed set, a list or in a query texts with commas between them; `choices` is the text for anything else.
    pub fn words(
        &mut self,
        field: &str,
        parse: impl Fn(&str) -> Option<i32>,
        choices: &str,
    ) -> Vec<i32> {
        let numbers = |texts: &mut dyn Iterator<Item = &str>| -> Option<Vec<i32>> {
            texts.map(|text| parse(text.trim())).collect()
        };
        if self.of_texts {
            let read = self.one_of(field, |text| numbers(&mut text.split(',')), choices);
            return read.unwrap_or_default();
        }
        let texts = self.texts(field);
        let read = numbers(&mut texts.iter().map(String::as_str));
        if read.is_none() {
            self.refuse(field, choices);
        }
        read.unwrap_or_default()
    }

    /// A list of texts; empty where the field is absent.
    pub fn texts(&mut self, field: &str) -> Vec<String> {
        self.parsed(field, |value| {
            let texts = serde_json::from_str(value.get());
            storable(texts.map_err(|_| "Enter a list of texts.")?)
        })
        .unwrap_or_default()
    }

    /// Photo addresses: one address, a list, or a list as JSON text.
    pub fn photos(&mut self, field: &str) -> Vec<String> {
        self.parsed(field, |value| {
            const REFUSAL: &str = "Enter the address of a photo, or a list of addresses.";
            let text = match serde_json::from_str::<String>(value.get()) {
                Ok(text) if text.trim_start().starts_with('[') => text,
                Ok(text) if text.is_empty() => return Ok(None),
                Ok(text) => return storable(vec![text]),
                Err(_) => value.get().to_owned(),
            };
            storable(serde_json::from_str(&text).map_err(|_| REFUSAL)?)
        })
        .unwrap_or_default()
    }

    /// The caller's request id from its header; empty if there is none.
    pub fn request_id(&mut self, headers: &HeaderMap) -> String {
        let mut values = headers.get_all(IDEMPOTENCY_KEY).iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            if headers.contains_key(IDEMPOTENCY_KEY) {
                self.refuse("idempotencyKey", "Send the header Idempotency-Key once.");
            }
            return String::new();
        };
        let key = value.to_str().unwrap_or_default();
        if (8..=255).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return key.to_owned();
        }
        self.refuse(
            "idempotencyKey",
            "Use 8 to 255 printable characters without spaces, a UUID for example.",
        );
        String::new()
    }

    /// Refuses every field that `shape` does not have; `None` has any.
    pub(crate) fn refuse_unknown(&mut self, shape: Option<&Shape>) {
        if let Some(shape) = shape {
            shape.check(self.object, &mut self.errors);
        }
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// A 422 [`Problem`] with every field that could not be read.
    pub fn finish(self) -> Result<(), Problem> {
        if self.errors.is_empty() {
            Ok(())
        } else {
            Err(Problem::unreadable(self.errors))
        }
    }

    fn parsed<T, E: ToString>(
        &mut self,
        field: &str,
        parse: impl Fn(&'a RawValue) -> Result<Option<T>, E>,
    ) -> Option<T> {
        match parse(self.raw(field)?) {
            Ok(value) => value,
            Err(error) => {
                self.refuse(field, error.to_string());
                None
            }
        }
    }
}

fn storable(texts: Vec<String>) -> Result<Option<Vec<String>>, &'static str> {
    if texts.iter().any(|text| text.contains(UNSTORABLE)) {
        return Err(NOT_STORED);
    }
    Ok(Some(texts))
}

/// The id in an id or an address of a file, as it is written in JSON.
fn attachment(json: &str) -> Option<i64> {
    let text = json.trim_matches('"');
    let id = match text.strip_prefix("/api/maintenance-requests/") {
        Some(rest) => rest
            .split_once("/attachments/")
            .and_then(|(_, file)| file.strip_suffix("/content"))?,
        None => text,
    };
    id.parse().ok().filter(|id| *id > 0)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use lintel_core::Role;

    use super::*;

    fn object(json: &str) -> JsonObject {
        JsonObject::parse(json.as_bytes()).unwrap()
    }

    #[test]
    fn every_unreadable_field_is_named_at_once() {
        let object = object(
            r#"{"name": 5, "bedrooms": "two", "monthlyRent": "lots", "purchaseDate": "2026-02-30",
                "role": "Admin", "photos": {"a": 1}, "address": "a\u0000b", "unknown": [1],
                "tags": ["a", "\u0000"], "images": "/api/files/\u0000"}"#,
        );
        let mut reader = FieldReader::new(&object);
        reader.text("name");
        reader.text("address");
        reader.int("bedrooms");
        reader.money("monthlyRent");
        reader.date("purchaseDate");
        reader.one_of("role", Role::parse, "Choose a role.");
        reader.photos("photos");
        reader.texts("tags");
        reader.photos("images");
        let problem = reader.finish().unwrap_err();
        assert_eq!(problem.status.as_u16(), 422);
        let named: Vec<_> = problem.errors.keys().map(String::as_str).collect();
        assert_eq!(
            named,
            [
                "address",
                "bedrooms",
                "images",
                "monthlyRent",
                "name",
                "photos",
                "purchaseDate",
                "role",
                "tags"
            ]
        );
    }

    #[test]
    fn a_file_is_known_by_its_id_and_by_its_address() {
        let object = object(
            r#"{"both": [31, "32", "/api/maintenance-requests/7/attachments/33/content"],
                "neither": ["/api/files/34"], "none": 5}"#,
        );
        let mut reader = FieldReader::new(&object);
        assert_eq!(reader.attachments("both"), [31, 32, 33]);
        assert!(reader.attachments("neither").is_empty());
        assert!(reader.attachments("none").is_empty());
        let refused: Vec<_> = reader.finish().unwrap_err().errors.into_keys().collect();
        assert_eq!(refused, ["neither", "none"]);
    }

    #[test]
    fn the_fields_of_an_object_in_a_body_are_named_with_it() {
        let object = object(r#"{"inner": {"rent": "lots", "years": 25}, "other": 5}"#);
        let mut reader = FieldReader::new(&object);
        let read = |reader: &mut FieldReader<'_>| (reader.money("rent"), reader.int("years"));
        assert_eq!(reader.object("inner", read), Some((None, Some(25))));
        assert_eq!(reader.object("other", read), None);
        assert_eq!(reader.object("absent", read), None);
        let refused: Vec<_> = reader.finish().unwrap_err().errors.into_keys().collect();
        assert_eq!(refused, ["inner.rent", "other"]);
    }

    #[test]
    fn dates_are_iso_dates_of_the_calendar() {
        let read = |text: &str| {
            let object = object(&format!("{{\"d\": {text}}}"));
            let mut reader = FieldReader::new(&object);
            let date = reader.date("d").map(|date| date.to_string());
            reader.finish().map(|()| date)
        };
        assert_eq!(
            read(r#""2028-02-29""#).unwrap(),
            Some("2028-02-29".to_owned())
        );
        assert_eq!(read(r#""""#).unwrap(), None);
        assert_eq!(read("null").unwrap(), None);
        for bad in [
            r#""2027-02-29""#,
            r#""29/02/2028""#,
            r#""2028-2-9""#,
            r#""+2028-02-9""#,
            r#""2028-02-29T00:00:00Z""#,
            "20280229",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn fields_that_are_named_are_told_with_null_or_without() {
        let object = object(r#"{"issueDate": null, "notes": "", "id": 5}"#);
        let reader = FieldReader::new(&object);
        let named = reader.named(&["issue_date", "notes", "x"]);
        assert_eq!(named, ["issue_date", "notes"]);
    }

    #[test]
    fn an_id_is_a_positive_number() {
        let read = |json: &str| {
            let object = object(&format!("{{\"id\": {json}}}"));
            let mut reader = FieldReader::new(&object);
            let id = reader.id("id");
            reader.finish().map(|()| id)
        };
        assert_eq!(read("42").unwrap(), 42);
        assert_eq!(read(r#""42""#).unwrap(), 42);
        assert_eq!(read("null").unwrap(), 0);
        assert_eq!(read(r#""""#).unwrap(), 0);
        for bad in ["0", "-1", "1.5", "true", "[1]", "99999999999999999999"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn times_and_instants_and_flags_are_read_in_one_shape_each() {
        let read = |json: &str| {
            let object = object(&format!("{{\"v\": {json}}}"));
            let time = {
                let mut reader = FieldReader::new(&object);
                let time = reader.time("v").map(|time| time.to_string());
                reader.finish().map(|()| time)
            };
            let instant = {
                let mut reader = FieldReader::new(&object);
                let instant = reader.instant("v").map(|instant| instant.to_rfc3339());
                reader.finish().map(|()| instant)
            };
            let flag = {
                let mut reader = FieldReader::new(&object);
                let flag = reader.flag("v");
                reader.finish().map(|()| flag)
            };
            (
                time.ok().flatten(),
                instant.ok().flatten(),
                flag.ok().flatten(),
            )
        };
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(read(r#""09:30""#), (text("09:30:00"), None, None));
        assert_eq!(
            read(r#""2026-11-21T10:00:00.0000019+01:00""#),
            (None, text("2026-11-21T09:00:00.000001+00:00"), None)
        );
        assert_eq!(read("false"), (None, None, Some(false)));
        for bad in [
            r#""9:30""#,
            r#""24:00""#,
            r#""10:00:00""#,
            "1",
            r#""2026-11-21""#,
            r#""true""#,
        ] {
            assert_eq!(read(bad), (None, None, None), "{bad}");
        }
    }

    #[test]
    fn a_list_of_objects_names_the_place_of_what_it_cannot_read() {
        let read = |json: &str| {
            let object = object(&format!("{{\"rows\": {json}}}"));
            let mut reader = FieldReader::new(&object);
            let rows = reader.list("rows", |row| row.date("day"));
            let refused = reader.finish().err();
            let named = refused.map(|problem| problem.errors.into_keys().collect::<Vec<_>>());
            (rows.len(), named)
        };
        assert_eq!(read(r#"[{"day": "2026-11-21"}, {}]"#), (2, None));
        assert_eq!(
            read(r#"[{}, {"day": "tomorrow"}]"#),
            (2, Some(vec!["rows[1].day".to_owned()]))
        );
        for bad in ["5", r#"{"day": 1}"#, "[5]", r#"[{"a": 1, "a": 2}]"#] {
            assert_eq!(read(bad), (0, Some(vec!["rows".to_owned()])), "{bad}");
        }
    }

    #[test]
    fn photos_come_in_three_shapes() {
        let read = |json: &str| {
            let object = object(&format!("{{\"photos\": {json}}}"));
            let mut reader = FieldReader::new(&object);
            let photos = reader.photos("photos");
            reader.finish().map(|()| photos)
        };
        let one = vec!["/api/files/1".to_owned()];
        assert_eq!(read(r#""/api/files/1""#).unwrap(), one);
        assert_eq!(read(r#"["/api/files/1"]"#).unwrap(), one);
        assert_eq!(read(r#""[\"/api/files/1\"]""#).unwrap(), one);
        assert_eq!(read(r#""""#).unwrap(), Vec::<String>::new());
        assert_eq!(read(r#""[]""#).unwrap(), Vec::<String>::new());
        assert!(read("5").is_err());
        assert!(read(r#"[5]"#).is_err());
        assert!(read(r#""[broken""#).is_err());
    }

    #[test]
    fn the_key_of_a_change_is_visible_ascii_of_8_to_255() {
        let read = |keys: &[&str]| {
            let mut headers = HeaderMap::new();
            for key in keys {
                headers.append(IDEMPOTENCY_KEY, key.parse().unwrap());
            }
            let object = JsonObject::default();
            let mut reader = FieldReader::new(&object);
            let key = reader.request_id(&headers);
            reader.finish().map(|()| key)
        };
        assert_eq!(read(&[]).unwrap(), "");
        assert_eq!(read(&["12345678"]).unwrap(), "12345678");
        for bad in [
            vec!["1234567"],
            vec![""],
            vec!["has a space"],
            vec!["caf\u{e9}-caf\u{e9}"],
            vec!["12345678", "12345678"],
        ] {
            assert!(read(&bad).is_err(), "{bad:?}");
        }
        assert!(read(&[&"x".repeat(256)]).is_err());
    }
}
