//! Files of listings.

/// A home in a file.
#[derive(Clone)]
pub struct Home {
    pub key: String,
    pub number: u32,
    pub street: &'static str,
    pub town: &'static str,
    pub outcode: &'static str,
    pub second: &'static str,
    pub bedrooms: u32,
    /// Pounds; 0 for price on application. A letting's is its rent for a month.
    pub price: u32,
    pub letting: bool,
    /// Rightmove's number: 0 is available, 1 sold subject to contract.
    pub status: u32,
    /// Rightmove's number: 1 is a terraced house, 8 a flat.
    pub kind: u32,
}

impl Home {
    /// A terraced house with two bedrooms for £98,000 in Hull.
    pub fn new(key: &str, number: u32) -> Self {
        Self {
            key: key.to_owned(),
            number,
            street: "Harbour Row",
            town: "Hull",
            outcode: "HU3",
            second: "1XX",
            bedrooms: 2,
            price: 98_000,
            letting: false,
            status: 0,
            kind: 1,
        }
    }

    /// A letting like it.
    pub fn letting(key: &str, rent: u32) -> Self {
        Self {
            price: rent,
            letting: true,
            ..Self::new(key, 99)
        }
    }
}

/// Rightmove's bulk load of branch 77001: a whole snapshot.
pub fn bulk(homes: &[Home]) -> String {
    let mut text = format!(
        "#HEADER#\r\nVersion : 3\r\nEOF : '^'\r\nEOR : '~'\r\nProperty Count : {}\r\n\r\n#DEFINITION#\r\nAGENT_REF^ADDRESS_1^ADDRESS_2^TOWN^POSTCODE1^POSTCODE2^FEATURE1^SUMMARY^DESCRIPTION^BRANCH_ID^STATUS_ID^BEDROOMS^BATHROOMS^PRICE^PRICE_QUALIFIER^PROP_SUB_ID^CREATE_DATE^UPDATE_DATE^DISPLAY_ADDRESS^PUBLISHED_FLAG^LET_RENT_FREQUENCY^TENURE_TYPE_ID^TRANS_TYPE_ID^NEW_HOME_FLAG^MEDIA_IMAGE_00^~\r\n\r\n#DATA#\r\n",
        homes.len()
    );
    for home in homes {
        let Home {
            key,
            number,
            street,
            town,
            outcode,
            second,
            bedrooms,
            price,
            letting,
            status,
            kind,
        } = home;
        let (transaction, frequency) = if *letting { (2, "1") } else { (1, "") };
        let qualifier = u32::from(*price == 0);
        text += &format!(
            "{key}^{number}^{street}^{town}^{outcode}^{second}^No chain^A home.^A home in {town}.^77001^{status}^{bedrooms}^1^{price}^{qualifier}^{kind}^2026-10-05 09:00:00^2026-11-18 16:00:00^{street}, {town}^1^{frequency}^1^{transaction}^N^https://img.example.com/{key}.jpg^~\r\n"
        );
    }
    text + "#END#\r\n"
}

/// Plain CSV: what is in it is added to what is there.
pub fn csv(homes: &[Home]) -> String {
    let mut text = "Reference,Address,Town,Postcode,Price,Bedrooms,Property type,For sale or to let,Monthly rent\n".to_owned();
    for home in homes {
        let Home {
            key,
            number,
            street,
            town,
            outcode,
            second,
            bedrooms,
            price,
            letting,
            ..
        } = home;
        let kind = if home.kind == 8 { "Flat" } else { "Terraced" };
        let (price, deal, rent) = if *letting {
            (String::new(), "To let", price.to_string())
        } else {
            (price.to_string(), "For sale", String::new())
        };
        text += &format!(
            "{key},\"{number} {street}, {town}\",{town},{outcode} {second},{price},{bedrooms},{kind},{deal},{rent}\n"
        );
    }
    text
}
