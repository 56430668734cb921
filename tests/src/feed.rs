//! A file of homes as a portal sends it (BLM): what is imported into the search of properties.

const FIELDS: &str = "AGENT_REF^ADDRESS_1^ADDRESS_2^TOWN^POSTCODE1^POSTCODE2^FEATURE1^SUMMARY^DESCRIPTION^BRANCH_ID^STATUS_ID^\
                      BEDROOMS^PRICE^PRICE_QUALIFIER^PROP_SUB_ID^DISPLAY_ADDRESS^PUBLISHED_FLAG^LET_RENT_FREQUENCY^TRANS_TYPE_ID^~";

/// A home in Mill Street, Leeds.
#[derive(Debug, Clone)]
pub struct Row {
    /// The house's number.
    pub number: String,
    /// The agent's own reference, unique in the file.
    pub reference: String,
    /// The price, or the rent per month, in pounds as people write it.
    pub price: String,
    /// The first half of the postcode.
    pub outward: String,
    /// True where it is to let, not for sale.
    pub letting: bool,
}

/// The file of these homes.
#[must_use]
pub fn blm(rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| {
        let Row { number, reference, price, outward, letting } = row;
        let (kind, frequency) = if *letting { ("2", "1") } else { ("1", "") };
        format!(
            "77_{reference}^{number}^Mill Street^Leeds^{outward}^8XX^No chain^Two bedrooms.^Two bedrooms.<br/>Gas heating.^77^0^\
             2^{price}^0^1^Mill Street, Leeds^1^{frequency}^{kind}^~\r\n"
        )
    });
    format!(
        "#HEADER#\r\nVersion : 3\r\nEOF : '^'\r\nEOR : '~'\r\n\r\n#DEFINITION#\r\n{FIELDS}\r\n\r\n#DATA#\r\n{}#END#\r\n",
        lines.collect::<String>()
    )
}
