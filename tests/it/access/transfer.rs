//! Another organisation's tries at the calls about files of properties.

use lintel_proto::portfolio::v1 as portfolio;
use prost::Message as _;

use super::Foreign;

pub(super) fn foreign(name: &str) -> Option<Foreign> {
    Some(match name {
        "PropertyTransferService/GetPropertyImport" => Foreign::Import(|property_import_id| {
            portfolio::GetPropertyImportRequest { property_import_id }.encode_to_vec()
        }),
        "PropertyTransferService/ApplyPropertyImport" => Foreign::Import(|property_import_id| {
            portfolio::ApplyPropertyImportRequest {
                property_import_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "PropertyTransferService/ExportProperties" => Foreign::Collection,
        "PropertyTransferService/GetImportTemplate"
        | "PropertyTransferService/CheckPropertyImport" => Foreign::Own,
        _ => return None,
    })
}
