import { currentLanguage, t } from "@fairclick/core/language/t";
import type { NoticeText } from "@fairclick/core/notices/define-notice";
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
  | { kind: "optional"; url: string; inApp: boolean };

const colors = { ink: "#1b1a17", muted: "#5d5a52", paper: "#ffffff", ground: "#f4f1ea" };
const font = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const prose = { color: colors.ink, fontSize: "16px", lineHeight: "24px", margin: "0 0 16px" };
const small = { color: colors.muted, fontSize: "13px", lineHeight: "20px", margin: "0 0 8px" };

/** Renders a mail as HTML and as plain text. */
export async function renderMail(mail: Mail): Promise<{ html: string; plainText: string }> {
  const html = await render(<NoticeMail {...mail} />);
  return { html, plainText: toPlainText(html) };
}

function NoticeMail({ text: { title, paragraphs, action }, appUrl, footer, image }: Mail) {
  const href = action && `${appUrl}${action.path}`;
  return (
    <Html lang={currentLanguage()}>
      <Head />
      <Preview>{paragraphs[0] ?? title}</Preview>
      <Body style={{ backgroundColor: colors.ground, fontFamily: font, padding: "24px 12px" }}>
        <Container style={{ backgroundColor: colors.paper, borderRadius: "8px", padding: "28px" }}>
          <Text style={{ ...small, fontWeight: 700 }}>Fairclick</Text>
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
                backgroundColor: colors.ink,
                borderRadius: "6px",
                color: colors.paper,
                fontSize: "16px",
                padding: "12px 20px",
              }}
            >
              {action.label}
            </Button>
          )}
          <Hr style={{ margin: "28px 0 16px" }} />
          <Footer footer={footer} />
        </Container>
      </Body>
    </Html>
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
          {footer.inApp && <Text style={small}>{t`You still see them in the app.`}</Text>}
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
