import json, sys, urllib.request
import grpc
from google.protobuf import descriptor_pool, message_factory
from google.rpc import error_details_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status

base, address, email, password = sys.argv[1:5]
request = urllib.request.Request(
    base + "/api/auth/login",
    data=json.dumps({"email": email, "password": password}).encode(),
    headers={"content-type": "application/json"},
)
token = json.load(urllib.request.urlopen(request))["token"]
metadata = [("authorization", "Bearer " + token)]

channel = grpc.insecure_channel(address)
database = ProtoReflectionDescriptorDatabase(channel)
pool = descriptor_pool.DescriptorPool(database)


def call(service, method, fields, metadata=()):
    rpc = pool.FindServiceByName(service).FindMethodByName(method)
    ask = message_factory.GetMessageClass(rpc.input_type)
    answer = message_factory.GetMessageClass(rpc.output_type)
    stub = channel.unary_unary(
        f"/{service}/{method}", request_serializer=ask.SerializeToString, response_deserializer=answer.FromString
    )
    return stub(ask(**fields), metadata=metadata, timeout=20)


def reasons(error):
    found = []
    for detail in rpc_status.from_call(error).details:
        for kind in (error_details_pb2.ErrorInfo, error_details_pb2.BadRequest):
            if detail.Is(kind.DESCRIPTOR):
                unpacked = kind()
                detail.Unpack(unpacked)
                found.append(unpacked)
    return found


health = call("grpc.health.v1.Health", "Check", {})
print("health:", health.DESCRIPTOR.enum_types_by_name["ServingStatus"].values_by_number[health.status].name)
services = database.get_services()
wanted = [
    "lintel.identity.v1.AccountService",
    "lintel.portfolio.v1.PropertyService",
    "lintel.portfolio.v1.CertificateService",
    "lintel.portfolio.v1.InspectionService",
    "lintel.portfolio.v1.SaleService",
    "lintel.tenancy.v1.TenantService",
    "lintel.tenancy.v1.ApplicationService",
]
print("services:", *[name for name in wanted if name in services])
properties = "lintel.portfolio.v1.PropertyService"
listed = call(properties, "ListProperties", {}, metadata).properties
first = listed[0].property_id
for row in listed:
    print(row.display_name, row.monthly_rent.minor_units, row.monthly_rent.currency_code)
    last = row.property_id
certificates = "lintel.portfolio.v1.CertificateService"
certificate = {"property_id": last, "certificate_type": "CERTIFICATE_TYPE_EPC", "expiry_date": {"year": 2099, "month": 1, "day": 31}}
added = call(certificates, "CreateCertificate", {"certificate": certificate, "request_id": "epc-of-2099"}, metadata).certificate
call(
    certificates,
    "UpdateCertificate",
    {
        "certificate": {"certificate_id": added.certificate_id, "notes": "Band C"},
        "update_mask": {"paths": ["notes"]},
        "etag": str(added.version),
    },
    metadata,
)
for row in call(certificates, "ListCertificates", {"states": ["CERTIFICATE_STATE_VALID"]}, metadata).certificates:
    print("a certificate:", row.property_display_name, row.expiry_date.year, row.notes, row.version)
tenants = "lintel.tenancy.v1.TenantService"
newcomer = {"property_id": first, "display_name": "Amara Diallo", "email": "amara@example.com", "phone": "07700 900141"}
newcomer["lease_start"] = {"year": 2026, "month": 1, "day": 5}
newcomer["tenancy_rent"] = {"currency_code": "GBP", "minor_units": 109500}
moved_in = call(tenants, "CreateTenant", {"tenant": newcomer, "request_id": "amara-moves-in"}, metadata).tenant
for row in call(tenants, "ListTenants", {"property_id": first}, metadata).tenants:
    print("a tenant:", row.display_name, row.property_display_name, row.monthly_rent.minor_units)
leaving = {"tenant_id": moved_in.tenant_id, "leave_date": {"year": 2026, "month": 2, "day": 1}, "etag": str(moved_in.version)}
call(tenants, "EndTenant", leaving, metadata)
summary = call(tenants, "GetTenantSummary", {}, metadata)
print("tenants:", summary.active_tenants, summary.previous_tenants)
planned = {"property_id": last, "inspection_date": {"year": 2026, "month": 1, "day": 5}, "inspection_time": {"hour": 14}}
inspections = "lintel.portfolio.v1.InspectionService"
overdue = call(inspections, "CreateInspection", {"inspection": planned}, metadata).inspection
outcome = {"inspection_id": overdue.inspection_id, "issues_found": "Mould", "etag": str(overdue.version)}
done = call(inspections, "CompleteInspection", outcome, metadata).inspection
print("an inspection:", done.property_display_name, done.inspection_time.hour, done.issues_found, done.overdue_days or "done")


def update(paths, etag="", **fields):
    change = {"property": {"property_id": last, **fields}, "update_mask": {"paths": paths}, "etag": etag}
    return call(properties, "UpdateProperty", change, metadata).property


def money(pounds):
    return {"currency_code": "GBP", "minor_units": pounds * 100}


changed = update(["display_name"], display_name="Victoria House", address="not named, so left alone")
print("changed:", changed.display_name, "|", changed.address, "|", changed.version)
for paths, etag in ((["version"], ""), ([], ""), (["display_name"], "1")):
    try:
        update(paths, etag, display_name="Never")
    except grpc.RpcError as error:
        found = reasons(error)
        texts = [v.description for bad in found if isinstance(bad, error_details_pb2.BadRequest) for v in bad.field_violations]
        print("refused:", error.code().name, found[0].reason, *texts)
sales = "lintel.portfolio.v1.SaleService"
sale = {
    "sale_price": money(255000),
    "sale_date": {"year": 2026, "month": 11, "day": 1},
    "purchase_price": money(210000),
    "purchase_date": {"year": 2019, "month": 11, "day": 1},
    "fees_to_sell": money(5200),
}
try:
    call(sales, "SellProperty", {"property_id": last, "sale": {"sale_price": money(-1)}}, metadata)
except grpc.RpcError as error:
    bad = [found for found in reasons(error) if isinstance(found, error_details_pb2.BadRequest)][0]
    print("a bad sale:", *[violation.field for violation in bad.field_violations])
sold = call(sales, "SellProperty", {"property_id": last, "sale": sale, "request_id": "sell-victoria"}, metadata).sold_property
again = call(sales, "SellProperty", {"property_id": last, "sale": sale, "request_id": "sell-victoria"}, metadata).sold_property
print("sold:", sold.figures.net_profit.minor_units, sold.figures.annualized_return, sold == again)
for row in call(sales, "ListSoldProperties", {"sort": "SOLD_PROPERTY_SORT_PROFIT"}, metadata).sold_properties:
    print("was:", row.display_name, row.figures.holding_period_years)
try:
    call(properties, "ListProperties", {})
except grpc.RpcError as error:
    print("without a token:", error.code().name, reasons(error)[0].reason)
try:
    call(properties, "CreateProperty", {"property": {"address": "1 High Street", "postcode": "M1 1AA"}}, metadata)
except grpc.RpcError as error:
    bad = [found for found in reasons(error) if isinstance(found, error_details_pb2.BadRequest)][0]
    fields = [violation.field for violation in bad.field_violations]
    print("a bad property:", error.code().name, [field for field in fields if "display_name" in field][0])
try:
    call("lintel.identity.v1.SessionService", "ListEndedSessions", {}, metadata)
    print("an internal call: answered")
except grpc.RpcError as error:
    print("an internal call: refused")
