/** One request that reached the API, as tests inspect it. */
export type LoggedRequest = {
  at: string;
  id: string;
  method: string;
  path: string;
  params: unknown;
  account: string | null;
  idempotencyKey: string | null;
  apiVersion: string | null;
  status: number | null;
};

export type RequestLog = {
  add: (request: LoggedRequest) => LoggedRequest;
  list: () => LoggedRequest[];
  clear: () => void;
};

const keep = 1_000;

export function createRequestLog(): RequestLog {
  const requests: LoggedRequest[] = [];
  return {
    add: (request) => {
      requests.push(request);
      if (requests.length > keep) requests.shift();
      return request;
    },
    list: () => structuredClone(requests),
    clear: () => {
      requests.length = 0;
    },
  };
}
