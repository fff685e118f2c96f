type ErrorType =
  | "api_error"
  | "card_error"
  | "idempotency_error"
  | "invalid_request_error"
  | "rate_limit_error";

export type ErrorFields = {
  status: number;
  type: ErrorType;
  message: string;
  code?: string | undefined;
  param?: string | undefined;
};

/** An error response in Stripe's format. */
export class ApiError extends Error {
  readonly fields: ErrorFields;

  constructor(fields: ErrorFields) {
    super(fields.message);
    this.name = "ApiError";
    this.fields = fields;
  }
}

export function invalidRequest(message: string, more: { code?: string; param?: string } = {}) {
  return new ApiError({ status: 400, type: "invalid_request_error", message, ...more });
}

export function missingResource(noun: string, id: string, param = "id") {
  return new ApiError({
    status: 404,
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

export function errorBody({ status: _status, ...fields }: ErrorFields, requestId: string) {
  return {
    error: {
      ...(fields.code && {
        code: fields.code,
        doc_url: `https://docs.stripe.com/error-codes/${fields.code.replaceAll("_", "-")}`,
      }),
      message: fields.message,
      ...(fields.param && { param: fields.param }),
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
      type: fields.type,
    },
  };
}
