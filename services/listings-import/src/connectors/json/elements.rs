//! The records of a JSON file, one at a time. Only the record at hand is in memory, and a bad one does not end the file.

use std::{io::BufRead, ops::ControlFlow};

use super::bytes::{Bytes, Value, broken};
use crate::{connectors::limits::LONGEST_RECORD, domain::record::Unreadable};

/// The end of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// After its last bracket.
    Whole,
    /// Before that.
    Cut,
    /// Where the reader wanted no more.
    Stopped,
}

/// A record, or why it is none.
pub type Element<'a> = Result<&'a [u8], &'static str>;

/// Takes a record and its number.
pub type Take<'a> = dyn FnMut(u64, Element<'_>) -> Result<ControlFlow<()>, Unreadable> + 'a;

/// Calls `take` with each record and its number, from 1. `lists` are the names under which an object keeps its records; what it has
/// before them is given to `envelope`, as an object. An object without such a list is a record itself.
///
/// # Errors
/// [`Unreadable`] for what is no JSON at all, and what `take` gives.
pub fn each<R: BufRead>(
    reader: R,
    lists: &[&str],
    envelope: &mut dyn FnMut(&[u8]),
    take: &mut Take<'_>,
) -> Result<End, Unreadable> {
    let mut walk = Walk {
        bytes: Bytes::new(reader),
        number: 0,
        buffer: Vec::new(),
        take,
    };
    let mut any = false;
    loop {
        match walk.bytes.past_space()? {
            None if any => return Ok(End::Whole),
            None => return Err(Unreadable::file("The file is empty.")),
            Some(b'[') => {
                walk.bytes.next()?;
                match walk.list()? {
                    End::Whole => {}
                    other => return Ok(other),
                }
            }
            Some(b'{') => match walk.object(lists, envelope)? {
                End::Whole => {}
                other => return Ok(other),
            },
            Some(_) => {
                let reason = "a list or an object was expected, which begins with [ or {.";
                return Err(Unreadable::file(if any {
                    let number = walk.number + 1;
                    format!("Record {number}: this is not JSON: {reason}")
                } else {
                    format!("This is not JSON: {reason}")
                }));
            }
        }
        any = true;
    }
}

struct Walk<'a, R> {
    bytes: Bytes<R>,
    number: u64,
    buffer: Vec<u8>,
    take: &'a mut Take<'a>,
}

impl<R: BufRead> Walk<'_, R> {
    /// The records of a list whose bracket is behind us.
    fn list(&mut self) -> Result<End, Unreadable> {
        loop {
            match self.bytes.past_space()? {
                None => return Ok(End::Cut),
                Some(b']') => {
                    self.bytes.next()?;
                    return Ok(End::Whole);
                }
                Some(b',') => {
                    self.bytes.next()?;
                }
                Some(_) => {
                    self.buffer.clear();
                    let value = self.value()?;
                    let end = self.give(value)?;
                    if end != End::Whole {
                        return Ok(end);
                    }
                }
            }
        }
    }

    fn give(&mut self, value: Value) -> Result<End, Unreadable> {
        self.number += 1;
        let element = match value {
            Value::Whole => Ok(self.buffer.as_slice()),
            Value::TooLong => Err("The record is longer than 1 MB."),
            Value::Cut => Err("The file breaks off in this record."),
        };
        let flow = (self.take)(self.number, element)?;
        Ok(match (value, flow) {
            (_, ControlFlow::Break(())) => End::Stopped,
            (Value::Cut, ControlFlow::Continue(())) => End::Cut,
            _ => End::Whole,
        })
    }

    /// An object at the top: one that keeps a list, or a record.
    fn object(
        &mut self,
        lists: &[&str],
        envelope: &mut dyn FnMut(&[u8]),
    ) -> Result<End, Unreadable> {
        self.bytes.next()?;
        let mut head = b"{".to_vec();
        let (mut listed, mut worst) = (false, Value::Whole);
        loop {
            match self.bytes.past_space()? {
                None => {
                    worst = Value::Cut;
                    break;
                }
                Some(b'}') => {
                    self.bytes.next()?;
                    break;
                }
                Some(b',') => {
                    self.bytes.next()?;
                }
                Some(b'"') => {
                    self.buffer.clear();
                    worst = worst.or(self.value()?);
                    let name = std::mem::take(&mut self.buffer);
                    let colon = self.bytes.past_space()?;
                    if colon == Some(b':') {
                        self.bytes.next()?;
                    } else if colon.is_some() {
                        return Err(self.broken("a : was expected after a name"));
                    }
                    let first = self.bytes.past_space()?;
                    let plain = std::str::from_utf8(&name).unwrap_or_default();
                    if first == Some(b'[') && lists.contains(&plain.trim_matches('"')) {
                        listed = true;
                        envelope(&[head.as_slice(), b"}"].concat());
                        self.bytes.next()?;
                        let end = self.list()?;
                        if end != End::Whole {
                            return Ok(end);
                        }
                    } else {
                        worst = worst.or(self.value()?);
                        if head.len() + name.len() + self.buffer.len() > LONGEST_RECORD {
                            worst = worst.or(Value::TooLong);
                        } else {
                            if head.len() > 1 {
                                head.push(b',');
                            }
                            head.extend_from_slice(&name);
                            head.push(b':');
                            head.append(&mut self.buffer);
                        }
                    }
                    if worst == Value::Cut {
                        break;
                    }
                }
                Some(_) => return Err(self.broken("a name in quotation marks was expected")),
            }
        }
        if listed {
            return Ok(if worst == Value::Cut {
                End::Cut
            } else {
                End::Whole
            });
        }
        head.push(b'}');
        self.buffer = head;
        self.give(worst)
    }

    /// Takes one value into the buffer, as far as there is room.
    fn value(&mut self) -> Result<Value, Unreadable> {
        self.bytes.value(&mut self.buffer, self.number + 1)
    }

    fn broken(&self, what: &str) -> Unreadable {
        broken(self.number + 1, what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connectors::testing::Refusing;

    type Read = (
        Vec<(u64, Result<String, String>)>,
        Vec<String>,
        Result<End, String>,
    );

    fn read(text: &str) -> Read {
        let (mut all, mut heads) = (Vec::new(), Vec::new());
        let end = each(
            std::io::BufReader::with_capacity(7, text.as_bytes()),
            &["data", "properties"],
            &mut |head| heads.push(String::from_utf8_lossy(head).into_owned()),
            &mut |number, element| {
                let element = element.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
                all.push((number, element.map_err(str::to_owned)));
                Ok(ControlFlow::Continue(()))
            },
        );
        (all, heads, end.map_err(|error| error.to_string()))
    }

    fn texts(read: &Read) -> Vec<&str> {
        read.0
            .iter()
            .map(|(_, element)| element.as_deref().unwrap_or("refused"))
            .collect()
    }

    #[test]
    fn lists_objects_and_records_one_after_the_other_are_read() {
        let list = read(" [ {\"a\": \"]}\\\"\"} ,\n [1], 2 ,\"x\"]\n");
        assert_eq!(texts(&list), ["{\"a\": \"]}\\\"\"}", "[1]", "2", "\"x\""]);
        assert_eq!(list.2, Ok(End::Whole));
        let single = read("{\"a\":1,\"features\":[1,2], \"b\" : {}}");
        assert_eq!(texts(&single), ["{\"a\":1,\"features\":[1,2],\"b\":{}}"]);
        let wrapped = read("{\"status\":\"success\",\"data\":[{\"a\":1},{}],\"count\":2}");
        assert_eq!(texts(&wrapped), ["{\"a\":1}", "{}"]);
        assert_eq!(wrapped.1, ["{\"status\":\"success\"}"]);
        assert_eq!(
            texts(&read("{\"a\":1}\n{\"a\":2}\n")),
            ["{\"a\":1}", "{\"a\":2}"]
        );
        assert_eq!(texts(&read("[]")), Vec::<&str>::new());
        assert_eq!(texts(&read("{\"properties\":[{}]}")), ["{}"]);
    }

    #[test]
    fn a_cut_file_ends_after_its_good_records() {
        let whole = "[{\"a\":1},{\"a\":\"x\"},{\"a\":3}]";
        for at in 1..whole.len() {
            let (all, _, end) = read(&whole[..at]);
            assert_eq!(end, Ok(End::Cut), "{at}");
            let good: Vec<_> = all
                .iter()
                .filter_map(|(_, element)| element.as_ref().ok())
                .collect();
            assert!(
                good.iter().all(|text| whole.contains(text.as_str())),
                "{at}"
            );
            assert!(good.iter().all(|text| text.ends_with('}')), "{at}");
        }
        assert_eq!(read("{\"a\":1").2, Ok(End::Cut));
        assert_eq!(texts(&read("{\"a\":1")), ["refused"]);
        assert_eq!(read("{\"data\":[{}]").2, Ok(End::Cut));
    }

    #[test]
    fn what_is_no_json_is_named() {
        for (text, start) in [
            ("", "The file is empty."),
            ("<xml/>", "This is not JSON"),
            ("[{\"a\":[}]", "Record 1: this is not JSON"),
            ("[{},{]", "Record 2: this is not JSON"),
            ("{a:1}", "Record 1: this is not JSON"),
            ("[{}] x", "Record 2: this is not JSON"),
        ] {
            let error = read(text).2.refusal();
            assert!(error.starts_with(start), "{text}: {error}");
        }
        let deep = format!("[{}", "[".repeat(100_000));
        assert_eq!(
            read(&deep).2,
            Err("Record 1: it is nested deeper than 32 levels.".to_owned())
        );
    }

    #[test]
    fn a_huge_record_is_refused_and_the_next_is_read() {
        let text = format!(
            "[{{\"a\":\"{}\"}},{{\"b\":1}}]",
            "x".repeat(3 * LONGEST_RECORD)
        );
        let read = read(&text);
        assert_eq!(texts(&read), ["refused", "{\"b\":1}"]);
    }
}
