import { type Examples, NOW, success } from "../reference/story";

const WEBHOOK = "01a1fd9a-3c10-7b44-9a1e-5d0c7f2b8e63";
const EVENT = "01a1fda0-1c4f-7a90-8b1d-5e6f7a8b9c0d";
const parameters = { id: WEBHOOK };
const request = { url: "https://game.example/fairclick", events: ["deposit.arrived"] };
const webhook = {
  _id: WEBHOOK,
  ...request,
  enabled: true,
  disabledBy: null,
  failures: 0,
  createdAt: NOW,
  rotatedAt: null,
};
const secret = `whsec_${"k7Qx2mPa".repeat(5)}abc`;
const done = (message: string, data: object) => ({ status: "success", message, data });

export const webhookExamples: Examples = {
  "GET /api/webhooks": {
    answer: {
      ...success([webhook]),
      events: [{ name: "deposit.arrived", description: "A payment arrived" }],
    },
  },
  "POST /api/webhooks": {
    body: request,
    answer: done("Webhook added", { ...webhook, secret }),
  },
  "PUT /api/webhooks/{id}": {
    parameters,
    body: { ...request, enabled: true },
    answer: done("Webhook changed", webhook),
  },
  "POST /api/webhooks/{id}/rotate": {
    parameters,
    answer: done("Secret rotated. The old one signs too for 24 more hours.", {
      ...webhook,
      rotatedAt: NOW,
      secret,
    }),
  },
  "DELETE /api/webhooks/{id}": {
    parameters,
    answer: { status: "success", message: "Webhook deleted" },
  },
  "GET /api/webhooks/{id}/deliveries": {
    parameters,
    answer: {
      ...success([
        {
          _id: EVENT,
          event: "deposit.arrived",
          at: NOW,
          state: "delivered",
          attempts: 1,
          nextAttemptAt: null,
          responseStatus: 200,
          problem: null,
          body: `{"id":"${EVENT}","type":"deposit.arrived","createdAt":"${NOW}","data":{"amountMicros":"50000000"}}`,
        },
      ]),
      nextCursor: null,
    },
  },
  "POST /api/webhooks/{id}/deliveries/{eventId}/resend": {
    parameters: { ...parameters, eventId: EVENT },
    answer: { status: "success", message: "The event is sent again." },
  },
};
