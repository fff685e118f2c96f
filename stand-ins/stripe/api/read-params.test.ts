import { describe, expect, test } from "vitest";
import { loadSchemas } from "../schema/stripe-schemas";
import { ApiError } from "./api-error";
import { readForm } from "./form";
import { readParams } from "./read-params";

const schemas = loadSchemas();

function read(call: string, text: string) {
  return readParams(schemas, call, readForm(new URLSearchParams(text)));
}

function refusal(call: string, text: string) {
  try {
    read(call, text);
  } catch (error) {
    if (error instanceof ApiError) return error.fields;
    throw error;
  }
  throw new Error("Let through");
}

const transfer = "amount=500&currency=usd&destination=acct_1&transfer_group=wd:1";
const item =
  "line_items[0][quantity]=1&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=5000&line_items[0][price_data][product_data][name]=Wallet";
const session = `mode=payment&success_url=http://localhost/ok&metadata[deposit_id]=1&${item}`;

test("converts strings to their declared types", () => {
  expect(read("POST /v1/transfers", transfer)).toMatchObject({ amount: 500, currency: "usd" });
  expect(read("POST /v1/checkout/sessions", session)).toMatchObject({
    line_items: [{ quantity: 1, price_data: { unit_amount: 5000 } }],
    metadata: { deposit_id: "1" },
  });
  expect(read("GET /v1/events", "delivery_success=false&created[gte]=5&limit=3")).toEqual({
    delivery_success: false,
    created: { gte: 5 },
    limit: 3,
  });
});

describe("rejects", () => {
  test.each([
    ["unknown parameter", "POST /v1/transfers", `${transfer}&foo=1`, "parameter_unknown", "foo"],
    [
      "misspelt nested parameter",
      "POST /v1/checkout/sessions",
      session.replace("[unit_amount]", "[unit_amuont]"),
      "parameter_unknown",
      "line_items[0][price_data][unit_amuont]",
    ],
    [
      "missing parameter",
      "POST /v1/transfers",
      "amount=500&currency=usd",
      "parameter_missing",
      "destination",
    ],
    [
      "missing nested parameter",
      "POST /v1/checkout/sessions",
      session.replace(
        "line_items[0][price_data][product_data][name]=Wallet",
        "line_items[0][price_data][product_data][description]=x",
      ),
      "parameter_missing",
      "line_items[0][price_data][product_data][name]",
    ],
    ["parameter of another call", "POST /v1/payouts", transfer, "parameter_unknown", undefined],
    [
      "object for a string",
      "POST /v1/transfers",
      `${transfer}&description[a]=b`,
      undefined,
      "description",
    ],
    ["object in metadata", "POST /v1/customers", "metadata[a][b]=c", undefined, "metadata[a]"],
    ["string for an object", "POST /v1/customers", "metadata=abc", undefined, "metadata"],
    ["value outside an enum", "POST /v1/refunds", "charge=ch_1&reason=bored", undefined, "reason"],
    [
      "parameter that the stand-in does not model",
      "POST /v1/checkout/sessions",
      `${session}&automatic_tax[enabled]=true`,
      "stand_in_not_modelled",
      "automatic_tax",
    ],
  ])("%s", (_name, call, text, code, param) => {
    const fields = refusal(call, text);
    expect(fields).toMatchObject({ status: 400, type: "invalid_request_error" });
    expect(fields.code).toBe(code);
    if (param) expect(fields.param).toBe(param);
  });

  test.each([
    "12.5",
    "12.5x",
    "1e3",
    "",
    " 5",
    "0x10",
    "NaN",
    "Infinity",
    "1e+21",
    "9007199254740993",
  ])("%j as an integer", (amount) => {
    const text = transfer.replace("amount=500", `amount=${encodeURIComponent(amount)}`);
    expect(refusal("POST /v1/transfers", text)).toMatchObject({
      code: "parameter_invalid_integer",
      param: "amount",
    });
  });

  test("anything but true and false as a boolean", () => {
    const text = "type=express&capabilities[transfers][requested]=yes";
    expect(refusal("POST /v1/accounts", text)).toMatchObject({
      message: "Invalid boolean: yes",
      param: "capabilities[transfers][requested]",
    });
  });
});
