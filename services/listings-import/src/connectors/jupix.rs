//! Jupix' XML (docs/reference/uk-lettings.md 1.8): the whole of an agent's homes. There is no DTD, and no entity but the five of XML.

mod elements;
mod home;

use self::elements::Properties;
use super::{
    connector::{Connector, Input, Sink},
    draft::Required,
    encoding::decoded,
    fault::Fault,
    report::Report,
};
use crate::domain::record::{Outcome, Unreadable};

/// Jupix files.
pub struct Jupix;

const NAMES: Required = Required {
    reference: "propertyID",
    address: "displayAddress",
};

impl Connector for Jupix {
    fn read(&self, input: &mut dyn Input, sink: &mut Sink<'_>) -> Result<Outcome, Unreadable> {
        let mut properties = Properties::new(decoded(input)?);
        let mut report = Report::to(sink);
        while let Some((number, property)) = properties.next()? {
            let flow = match property {
                Ok(fields) => {
                    let read = home::draft(&fields).and_then(|draft| draft.finish(NAMES));
                    report.listing(number, home::key(&fields), read)
                }
                Err(reason) => report.refuse(number, None, Fault::whole(reason)),
            };
            if flow.is_break() {
                break;
            }
        }
        if properties.goes_on() {
            report.warn("The file goes on after </properties>; what follows was not read.");
        }
        Ok(report.finish(true, properties.is_cut() || properties.goes_on()))
    }
}

#[cfg(test)]
mod tests;
