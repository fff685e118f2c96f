import { currentLanguage, t } from "@fairclick/core/language/t";
import type { MailReceipt, NoticeText } from "@fairclick/core/notices/define-notice";
import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { render, toPlainText } from "@react-email/render";
import { Text } from "@react-email/text";

type Mail = {
  text: NoticeText;
  /** Origin that the action's path is appended to. */
  appUrl: string;
  footer: MailFooter;
  /** The cover of the campaign that the mail is about; null if it is about none. */
  image: { url: string; alt: string } | null;
};

export type MailFooter =
  | { kind: "always" }
  | { kind: "operators" }
  /** `url`: the page on which the recipient can switch this kind off. */
  | { kind: "optional"; url: string };

/** The app's colours by day (web/src/styles/tokens.css). */
const colors = {
  ink: "#121c17",
  muted: "#47554d",
  paper: "#fbfdfb",
  ground: "#e8ede9",
  rule: "#c3cec6",
  marker: "#e4f53d",
  valid: "#0a6338",
  pending: "#47554d",
  invalid: "#a8201a",
};
const font = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const figures = "ui-monospace, Menlo, Consolas, 'Courier New', monospace";
const prose = { color: colors.ink, fontSize: "16px", lineHeight: "24px", margin: "0 0 16px" };
const perforation = { border: 0, borderTop: `2px dashed ${colors.rule}` };
const small = { color: colors.muted, fontSize: "13px", lineHeight: "20px", margin: "0 0 8px" };

export async function renderMail(mail: Mail): Promise<{ html: string; plainText: string }> {
  const html = await render(<NoticeMail {...mail} />);
  return { html, plainText: toPlainText(html) };
}

function NoticeMail({ text, appUrl, footer, image }: Mail) {
  const { title, paragraphs, receipt, action } = text;
  const href = action && `${appUrl}${action.path}`;
  return (
    <Html lang={currentLanguage()}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{paragraphs[0] ?? title}</Preview>
      <Body style={{ backgroundColor: colors.ground, fontFamily: font, padding: "24px 12px" }}>
        <Container
          style={{
            backgroundColor: colors.paper,
            borderBottom: `4px dotted ${colors.ground}`,
            padding: "24px",
          }}
        >
          <Text style={{ ...prose, fontSize: "18px", fontWeight: 800 }}>
            <span style={{ backgroundColor: colors.marker, padding: "2px 8px" }}>Fairclick</span>
          </Text>
          {image && (
            <img
              src={image.url}
              alt={image.alt}
              width="600"
              style={{ borderRadius: "6px", display: "block", height: "auto", width: "100%" }}
            />
          )}
          <Heading as="h1" style={{ color: colors.ink, fontSize: "22px", margin: "0 0 16px" }}>
            {title}
          </Heading>
          {receipt && <ReceiptLines receipt={receipt} />}
          {paragraphs.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be the same
            <Text key={index} style={prose}>
              {paragraph}
            </Text>
          ))}
          {action && href && (
            <Button
              href={href}
              style={{
                backgroundColor: colors.marker,
                border: `2px solid ${colors.ink}`,
                borderRadius: "5px",
                color: colors.ink,
                fontSize: "16px",
                fontWeight: 600,
                padding: "12px 20px",
              }}
            >
              {action.label}
            </Button>
          )}
          <Hr style={{ ...perforation, margin: "28px 0 16px" }} />
          <Footer footer={footer} />
        </Container>
      </Body>
    </Html>
  );
}

/** The amount as a figure under its stamp, and a line for each fact. */
function ReceiptLines({ receipt: { amount, stamp, tone, lines } }: { receipt: MailReceipt }) {
  const color = colors[tone];
  return (
    <>
      <Text style={{ ...prose, margin: "0 0 8px" }}>
        <span
          style={{
            border: `2px solid ${color}`,
            borderRadius: "4px",
            color,
            fontFamily: figures,
            fontSize: "13px",
            fontWeight: 700,
            letterSpacing: "1px",
            padding: "2px 8px",
          }}
        >
          {stamp}
        </span>
      </Text>
      <Text style={{ ...prose, fontFamily: figures, fontSize: "34px", lineHeight: "42px" }}>
        {amount}
      </Text>
      {lines.map(({ label, value }) => (
        <Text key={label} style={{ ...prose, ...perforation, margin: 0, padding: "6px 0" }}>
          <span style={{ color: colors.muted }}>{label}</span>{" "}
          <span style={{ fontFamily: figures }}>{value}</span>
        </Text>
      ))}
      {lines.length > 0 && <Hr style={{ ...perforation, margin: "0 0 16px" }} />}
    </>
  );
}

function Footer({ footer }: { footer: MailFooter }) {
  switch (footer.kind) {
    case "optional":
      return (
        <>
          <Text style={small}>
            <Link href={footer.url}>{t`Stop mails of this kind`}</Link>
          </Text>
          <Text style={small}>{t`You still see them in the app.`}</Text>
        </>
      );
    case "operators":
      return (
        <Text style={small}>This mail goes to the operators of this Fairclick marketplace.</Text>
      );
    case "always":
      return (
        <Text style={small}>
          {t`This mail is about the safety of your account or your money, so it is always sent.`}
        </Text>
      );
  }
}
