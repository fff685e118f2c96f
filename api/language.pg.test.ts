import { deliverMail } from "@fairclick/services/notices/deliver-mail";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { describe, expect, it } from "vitest";
import { agreement, register } from "./testing/people";
import { createTestApp } from "./testing/test-app";

const app = await createTestApp({
  config: {
    mail: { smtpUrl: "smtp://mail", from: "f@example.com", operatorAddresses: [] },
    controller: { name: null, address: null, contact: "hello@market.example" },
  },
});
const { call, db } = app;

const english = "Invalid email or password";
const spanish = "Correo o contraseña incorrectos";
const logIn = async (headers: Record<string, string>) => {
  const json = { email: `${crypto.randomUUID()}@example.com`, password: "wrong horse" };
  const answer = await call("POST", "/api/auth/login", { json, headers });
  return answer.json.message;
};

describe("an error", () => {
  it.each([
    ["of a browser in Spanish", { "accept-language": "es-MX,es;q=0.9,en;q=0.8" }, spanish],
    ["of a browser in English", { "accept-language": "en-US,en;q=0.9,es;q=0.8" }, english],
    ["of a browser in another language", { "accept-language": "fr-FR" }, english],
    ["of a program that names none", {}, english],
    ["of a choice by hand", { "accept-language": "en", cookie: "fc_language=es" }, spanish],
    ["of a choice of English", { "accept-language": "es", cookie: "fc_language=en" }, english],
    ["of an unknown choice", { "accept-language": "es", cookie: "fc_language=tlh" }, spanish],
    ["of a quality that is no number", { "accept-language": "es;q=NaN" }, english],
    ["of a quality above one", { "accept-language": "es;q=1e9,en;q=0.1" }, english],
    ["of a header of 10 kB", { "accept-language": `${"x,".repeat(5_000)}es` }, english],
  ])("is in the language %s", async (_, headers, message) => {
    expect(await logIn(headers)).toBe(message);
  });

  it("is not the only answer in that language: a sign-in is welcomed in it", async () => {
    const { email } = await register(app);
    const json = { email, password: "correct horse" };
    const headers = { "accept-language": "es" };
    const answer = await call("POST", "/api/auth/login", { json, headers });
    expect(answer.json.message).toBe("Iniciaste sesión. Qué bueno verte otra vez.");
  });

  it("never takes the language of a request beside it", async () => {
    const all = Array.from({ length: 20 }, (_, n) => (n % 2 ? "es" : "en"));
    const messages = await Promise.all(all.map((tag) => logIn({ "accept-language": tag })));
    expect(messages).toEqual(all.map((tag) => (tag === "es" ? spanish : english)));
  });

  it("translates issues, also those that a schema has no text for", async () => {
    const json = { username: "x".repeat(41), email: "no", password: 1, website: 1 };
    const headers = { "accept-language": "es" };
    const answer = await call("POST", "/api/auth/register", { json, headers });
    expect(answer.status).toBe(422);
    expect(answer.json.issues).toEqual([
      {
        path: "username",
        message: "El nombre de usuario debe tener como máximo 40 caracteres",
      },
      { path: "email", message: "Escribe un correo electrónico válido" },
      {
        path: "password",
        message: "Se necesitan el nombre de usuario, el correo y la contraseña",
      },
      { path: "website", message: "Entrada inválida: se esperaba texto, recibido número" },
    ]);
  });
});

describe("a page of the server", () => {
  it.each([
    ["/report", "Denunciar un enlace"],
    ["/api/notices/unsubscribe/none", "Este enlace no funciona"],
    ["/api/clicks/trap/archive", "No hay nada en el archivo"],
  ])("is in the visitor's language at %s", async (path, title) => {
    const page = (await call("GET", path, { headers: { "accept-language": "es" } })).text;
    expect(page).toContain('<html lang="es">');
    expect(page).toContain(title);
    expect((await call("GET", path)).text).toContain('<html lang="en">');
  });
});

describe("a mail", () => {
  const readMails = async () => {
    const mails: { to: string; subject: string; html: string; plainText: string }[] = [];
    const mailer = {
      send: async (mail: (typeof mails)[number]) => void mails.push(mail),
      close: () => undefined,
    };
    const operatorAddresses = ["operators@example.com"];
    const appUrl = "https://app.test";
    await deliverMail({ ...systemCtx(db), mailer, appUrl, operatorAddresses });
    return (to: string) => mails.filter((mail) => mail.to === to);
  };

  it("is in the language that its reader registered in or chose, not in that of its cause", async () => {
    const headers = { "accept-language": "es" };
    const json = { username: "Luz", email: "luz@example.com", password: "correct horse" };
    const made = await call("POST", "/api/auth/register", {
      json: { ...json, ...agreement },
      headers,
    });
    const { token } = made.json.data;
    const [welcome] = (await readMails())(json.email);
    expect(welcome?.subject).toBe("Confirma tu correo electrónico");
    expect(welcome?.html).toContain('lang="es"');
    expect(welcome?.plainText).toContain("Este correo trata de la seguridad de tu cuenta");

    await call("POST", "/api/auth/verification", { token, headers: { "accept-language": "en" } });
    expect((await readMails())(json.email)[0]?.subject).toBe("Confirma tu correo electrónico");

    const choice = { token, json: { language: "en" }, headers };
    const changed = await call("PUT", "/api/users/profile/language", choice);
    expect(changed.json.message).toBe("Idioma cambiado.");
    expect((await call("GET", "/api/users/profile", { token })).json.language).toBe("en");
    await call("POST", "/api/auth/verification", { token, headers });
    const [english] = (await readMails())(json.email);
    expect(english?.subject).toBe("Confirm your email address");
    expect(english?.html).toContain('lang="en"');
  });

  it("to operators stays English", async () => {
    const json = { category: "money", subject: "Hola", text: "¿Cómo retiro mi dinero?" };
    const headers = { "accept-language": "es" };
    const { at } = app.clock;
    app.clock.at = new Date(at.getTime() - 5_000);
    const form = await call("GET", "/api/contact");
    app.clock.at = at;
    const message = { ...json, email: "luz@example.com", token: form.json.data.token };
    const sent = await call("POST", "/api/contact", { json: message, headers });
    expect(sent.json.message).toBe("Gracias. Un operador leerá tu mensaje.");
    const [mail] = (await readMails())("hello@market.example");
    expect(mail?.subject).toBe("Contact form: Hola");
    expect(mail?.plainText).toContain("Payments and withdrawals");
    expect(mail?.html).toContain('lang="en"');
  });

  it.each([{ language: "fr" }, { language: "" }, {}, { language: ["es"] }])(
    "keeps its language when %j is chosen",
    async (json) => {
      const { token } = await register(app);
      expect((await call("PUT", "/api/users/profile/language", { token, json })).status).toBe(422);
      expect((await call("GET", "/api/users/profile", { token })).json.language).toBe("en");
    },
  );
});
