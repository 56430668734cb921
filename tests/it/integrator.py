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
wanted = ["lintel.identity.v1.AccountService", "lintel.portfolio.v1.PropertyService"]
print("services:", *[name for name in wanted if name in services])
properties = "lintel.portfolio.v1.PropertyService"
for row in call(properties, "ListProperties", {}, metadata).properties:
    print(row.display_name, row.monthly_rent.minor_units, row.monthly_rent.currency_code)
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
