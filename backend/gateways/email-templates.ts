/** One entry of a digest; `path` is of the app. */
interface EmailItem {
  title: string;
  content: string;
  path: string;
}

/** The parameters of each template. Paths are of the app and start with a slash; times are ISO 8601. */
export interface EmailTemplates {
  /** Without a name: the address may be that of someone else, and its user chose the name. */
  'verify-email': { path: string };
  'reset-password': { name: string; path: string; minutes: number };
  /** Sent to the present address, with a link that prevents the change; null while an earlier address has a link. */
  'email-change-requested': { name: string; newEmail: string; restorePath: string | null };
  /** Sent to the previous address, with a link that reverses the change; null as above. */
  'email-changed': { name: string; newEmail: string; restorePath: string | null };
  'account-restored': { name: string; email: string };
  'password-changed': { name: string };
  /** `restorePath` is set when it was turned on; null as above. */
  'two-factor-changed': { name: string; isOn: boolean; restorePath?: string | null };
  'new-device': { name: string; device: string; ip: string; at: string; path: string };
  'failed-sign-ins': { name: string };
  'wrong-codes': { name: string };
  'account-deletion': { name: string; until: string; path: string };
  'export-ready': { name: string; path: string };
  /** Someone asked to register an address that has an account. */
  'address-taken': { name: string; path: string };
  /** A message of the contact form, to the operator. */
  'support-request': { name: string; email: string; subject: string; message: string };
  notification: EmailItem & { name: string; reason: string; settingsPath: string };
  digest: { name: string; items: EmailItem[]; more: number; settingsPath: string };
}

/** A rendered email. */
export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

/** An email in words, before it becomes text and HTML. */
interface Letter {
  subject: string;
  lines: string[];
  items?: EmailItem[];
  button?: { label: string; path: string };
  /** Why it was sent. */
  foot: string;
  /** Where it can be switched off; absent for emails that are always sent. */
  settingsPath?: string;
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const SECURITY_FOOT = 'You received this because it concerns the safety of your account.';
const notYou = 'If this was not you, reset your password at once.';
const notYouRestore =
  'If this was not you, open the link below within 7 days. It restores your account and asks for a new password.';
const notYouEarlier =
  'If this was not you, open the link in our last email to the address that you had before. It restores your account.';
/** The sentence and the button for a member who did not make a change. */
const undo = (restorePath: string | null): Pick<Letter, 'button'> & { line: string } =>
  restorePath === null
    ? { line: notYouEarlier }
    : { line: notYouRestore, button: { label: 'This was not me', path: restorePath } };

/** Text that email programs turn into a link. */
const LINK = /:\/\/|www\.|\.\p{L}{2}/iu;

/** Omits a name that reads as a link: a user who registers with another person's address chooses it. */
function hello(name: string): string {
  return LINK.test(name) ? 'Hello,' : `Hello ${name},`;
}

const LETTERS: { [Template in keyof EmailTemplates]: (data: EmailTemplates[Template]) => Letter } = {
  'verify-email': ({ path }) => ({
    subject: 'Confirm your email address',
    lines: ['Hello,', 'Please confirm that this address is yours.'],
    button: { label: 'Confirm address', path },
    foot: 'If you did not ask for this, you can ignore it: nothing changes without the link.',
  }),
  'reset-password': ({ name, path, minutes }) => ({
    subject: 'Choose a new password',
    lines: [hello(name), `Choose a new password with this link. It works once, for ${minutes} minutes.`],
    button: { label: 'Choose a new password', path },
    foot: 'If you did not ask for this, you can ignore it: your password stays the same.',
  }),
  'email-change-requested': ({ name, newEmail, restorePath }) => {
    const { line, ...button } = undo(restorePath);
    return {
      subject: 'Your email address is about to change',
      lines: [
        hello(name),
        `Someone who knows your password asked to change the address of your account to ${newEmail}.`,
        line,
      ],
      ...button,
      foot: SECURITY_FOOT,
    };
  },
  'email-changed': ({ name, newEmail, restorePath }) => {
    const { line, ...button } = undo(restorePath);
    return {
      subject: 'Your email address was changed',
      lines: [hello(name), `Your account now uses ${newEmail}. This is the last email to your previous address.`, line],
      ...button,
      foot: SECURITY_FOOT,
    };
  },
  'account-restored': ({ name, email }) => ({
    subject: 'Your account was restored',
    lines: [hello(name), `Your account uses ${email} again and has a new password. Every device was signed out.`],
    button: { label: 'Log in', path: '/auth' },
    foot: SECURITY_FOOT,
  }),
  'password-changed': ({ name }) => ({
    subject: 'Your password was changed',
    lines: [hello(name), 'Your password was changed, and your other devices were signed out.', notYou],
    button: { label: 'Reset my password', path: '/auth?mode=forgot' },
    foot: SECURITY_FOOT,
  }),
  'two-factor-changed': ({ name, isOn, restorePath }) => {
    const { line, ...button } = restorePath === undefined ? { line: notYou } : undo(restorePath);
    return {
      subject: isOn ? 'Two-factor sign-in is on' : 'Two-factor sign-in is off',
      lines: [
        hello(name),
        isOn ? 'From now on, signing in asks for a code as well.' : 'Signing in no longer asks for a code.',
        line,
      ],
      ...button,
      foot: SECURITY_FOOT,
    };
  },
  'new-device': ({ name, device, ip, at, path }) => ({
    subject: 'New sign-in to your account',
    lines: [
      hello(name),
      `Someone signed in to your account on ${device}, from ${ip}, on ${TIME.format(new Date(at))} UTC.`,
      notYou,
    ],
    button: { label: 'See my devices', path },
    foot: SECURITY_FOOT,
  }),
  'failed-sign-ins': ({ name }) => ({
    subject: 'Many failed sign-ins to your account',
    lines: [
      hello(name),
      'Someone entered a wrong password for your account many times. They did not get in.',
      'Use a long password that you use nowhere else, and turn on two-factor sign-in in your settings.',
    ],
    foot: SECURITY_FOOT,
  }),
  'wrong-codes': ({ name }) => ({
    subject: 'Wrong codes at the sign-in to your account',
    lines: [
      hello(name),
      'Someone entered your password and then wrong codes. They did not get in, but they seem to know your password.',
      'If this was not you, choose a new password.',
    ],
    button: { label: 'Choose a new password', path: '/auth?mode=forgot' },
    foot: SECURITY_FOOT,
  }),
  'account-deletion': ({ name, until, path }) => ({
    subject: 'Your account will be deleted',
    lines: [
      hello(name),
      `Your account and everything in it will be deleted on ${DATE.format(new Date(until))}. Until then you can keep it.`,
    ],
    button: { label: 'Keep my account', path },
    foot: SECURITY_FOOT,
  }),
  'export-ready': ({ name, path }) => ({
    subject: 'Your data is ready',
    lines: [hello(name), 'The copy of your data that you asked for is ready to download.'],
    button: { label: 'Download my data', path },
    foot: SECURITY_FOOT,
  }),
  'address-taken': ({ name, path }) => ({
    subject: 'You already have an account',
    lines: [hello(name), 'Someone tried to use this address for a new account, but it belongs to yours.'],
    button: { label: 'Log in', path },
    foot: SECURITY_FOOT,
  }),
  'support-request': ({ name, email, subject, message }) => ({
    subject: `Contact form: ${subject}`,
    lines: [`From ${name} <${email}>`, message],
    foot: 'Sent with the contact form.',
  }),
  notification: ({ name, title, content, path, reason, settingsPath }) => ({
    subject: title,
    lines: [hello(name), content],
    button: { label: 'Open Lyceum', path },
    foot: reason,
    settingsPath,
  }),
  digest: ({ name, items, more, settingsPath }) => ({
    subject: items.length + more === 1 ? 'One notification for you' : `${items.length + more} notifications for you`,
    lines: [hello(name), 'These arrived while you were away or during your quiet hours.'],
    items,
    button: { label: more > 0 ? `See ${more} more` : 'Open Lyceum', path: '/home' },
    foot: 'You received this because several notifications were due at once, or you chose a daily email.',
    settingsPath,
  }),
};

/** Renders an email as subject, plain text and HTML. Every value is text; links lead to `publicUrl` only. */
export function renderEmail<Template extends keyof EmailTemplates>(
  template: Template,
  data: EmailTemplates[Template],
  publicUrl: string,
): RenderedEmail {
  const letter = LETTERS[template](data);
  return { subject: oneLine(letter.subject), text: asText(letter, publicUrl), html: asHtml(letter, publicUrl) };
}

function asText({ lines, items = [], button, foot, settingsPath }: Letter, publicUrl: string): string {
  return [
    ...lines,
    ...items.map((item) => `- ${item.title}\n  ${item.content}\n  ${linkOf(publicUrl, item.path)}`),
    ...(button ? [`${button.label}:\n${linkOf(publicUrl, button.path)}`] : []),
    `-- \n${foot}${settingsPath === undefined ? '' : `\n${linkOf(publicUrl, settingsPath)}`}`,
  ].join('\n\n');
}

function asHtml({ subject, lines, items = [], button, foot, settingsPath }: Letter, publicUrl: string): string {
  const paragraphs = lines.map(
    (line) => `<p style="margin:0 0 16px" dir="auto">${escape(line).replaceAll('\n', '<br>')}</p>`,
  );
  const rows = items.map(
    (item) =>
      `<p style="margin:0 0 16px" dir="auto"><a ` +
      `href="${escape(linkOf(publicUrl, item.path))}"><strong>${escape(item.title)}</strong></a><br>${escape(item.content)}</p>`,
  );
  const action = button
    ? `<p style="margin:24px 0"><a href="${escape(linkOf(publicUrl, button.path))}" ` +
      `style="border:2px solid;padding:12px ` +
      `20px;border-radius:8px;text-decoration:none;display:inline-block;font-weight:600">${escape(button.label)}</a></p>`
    : '';
  const settings =
    settingsPath === undefined ? '' : `<a href="${escape(linkOf(publicUrl, settingsPath))}">Notification settings</a>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:auto">
<p style="margin:0 0 24px;font-weight:600">Lyceum</p>
${[...paragraphs, ...rows].join('\n')}
${action}
<p style="margin:32px 0 0;font-size:14px" dir="auto">${escape(foot)}
${settings}</p>
</div></body></html>`;
}

/** A path of the app as a full address; anything that is not a path of the app becomes its start page. */
function linkOf(publicUrl: string, path: string): string {
  const url = URL.canParse(path, publicUrl) ? new URL(path, publicUrl) : undefined;
  return url?.origin === new URL(publicUrl).origin ? url.href : `${publicUrl}/`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
