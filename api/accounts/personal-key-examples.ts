import { type Examples, NOW, success, withMessage } from "../reference/story";

const KEY = "01a1fd9a-7b20-7c31-8d42-9e5f6a7b8c9d";
const parameters = { id: KEY };
const key = {
  _id: KEY,
  name: "Build server",
  scopes: ["read", "webhooks"],
  createdAt: NOW,
  lastUsedAt: null,
  expiresAt: null,
};

export const personalKeyExamples: Examples = {
  "GET /api/keys": { answer: success([key]) },
  "POST /api/keys": {
    body: {
      name: key.name,
      scopes: key.scopes,
      validDays: null,
    },
    answer: withMessage("Key created", {
      ...key,
      token: "fck_3q2-7wYzGmOQyWbJc1nV0sXhTfRkLpDaEuIiAoBtCvM",
    }),
  },
  "DELETE /api/keys/{id}": {
    parameters,
    answer: { status: "success", message: "Key revoked" },
  },
};
