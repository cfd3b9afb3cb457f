import type { Clause } from './clause.ts';
import { TextLink } from '../../ui/TextLink.tsx';

/** The terms of service, in reading order. */
export const TERMS_CLAUSES: readonly Clause[] = [
  {
    id: 'agreement',
    title: 'The agreement',
    summary: 'By registering you agree with the operator of this Lyceum on these terms.',
    body: (
      <p>
        The agreement is between you and the operator: the school, company or person that runs this server and whose
        name and address belong here. The makers of the software are not a party to it. If you are under the age at
        which you may agree on your own in your country, a parent or your school agrees for you.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account and your role',
    summary: 'One person, one account, true information. The role you choose decides what you can open.',
    controls: [
      { label: 'Your account', path: '/settings#account' },
      { label: 'Password', path: '/settings#password' },
    ],
    body: (
      <>
        <p>
          Give your real name and an email address that reaches you. Keep the password to yourself; what happens under
          your account counts as yours until you notify the operator that someone else has it.
        </p>
        <ul>
          <li>Students learn, post, connect, chat, and publish free resources.</li>
          <li>Teachers do the same and may sell courses and resources.</li>
          <li>Institutions do the same in the name of a school or organisation, which must have allowed it.</li>
          <li>Creators publish and sell in the Library, and see the Library and Help only.</li>
        </ul>
        <p>A role is chosen once, at registration. The operator can change it on request; the change is logged.</p>
      </>
    ),
  },
  {
    id: 'content',
    title: 'What you post stays yours',
    summary: 'All rights in what you make remain yours. You only allow Lyceum to show it where you put it.',
    body: (
      <>
        <p>
          You allow the operator to store, copy and show what you upload, as far as is needed to deliver it to those you
          chose. The permission ends when you delete the item, except for copies that others bought or that you sent to
          someone.
        </p>
        <p>
          Post only what you made or may use. What you upload is not used to train artificial intelligence, and it is
          not sold.
        </p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: 'How we treat each other',
    summary: 'Be civil. No harassment, no hatred, no deceit, nothing that harms a child.',
    controls: [
      { label: 'How to report', path: '/help?article=report' },
      { label: 'People you have blocked', path: '/settings#blocked' },
    ],
    body: (
      <>
        <p>This is a place where children learn. Not allowed are:</p>
        <ul>
          <li>
            threats, harassment, hatred against people for what they are, and publishing someone’s private details;
          </li>
          <li>anything sexual that involves or is directed at minors, which is reported to the authorities;</li>
          <li>posing as someone else, false claims of belonging to an institution, and fraud;</li>
          <li>spam, and advertisements outside the sections made for them;</li>
          <li>
            attempts to read, change or disturb what you have no right to, beyond careful research that you report.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'selling',
    title: 'Buying and selling',
    summary:
      'The seller is the member who published the item. Prices are final, and what you bought stays yours to use.',
    body: (
      <>
        <p>
          A purchase is a contract between buyer and seller; the operator arranges it. The price shown is what you pay,
          taxes included. If payments are not set up on this server, nothing can be bought, and no payment is ever
          simulated as real.
        </p>
        <p>
          Consumers may withdraw from a purchase within the time their law gives, until they have begun to download or
          open the item after agreeing to that. A seller who removes an item does not take it away from those who bought
          it.
        </p>
      </>
    ),
  },
  {
    id: 'advertisements',
    title: 'Advertisements',
    summary: 'They are labelled, the same for everyone, and must be truthful.',
    body: (
      <p>
        The advertiser is responsible for an advertisement and for the page it links to. The operator may refuse or
        remove one. Advertisements never depend on the reader, as the{' '}
        <TextLink to="/privacy-policy#no-profiling">privacy policy</TextLink> says.
      </p>
    ),
  },
  {
    id: 'moderation',
    title: 'When rules are broken',
    summary: 'The operator may remove content or close an account, explains why, and considers your objection.',
    controls: [{ label: 'Write to the operator', path: '/help?contact=1' }],
    body: (
      <>
        <p>
          Anyone may report an item or block a person. The operator looks at reports, chooses the mildest measure that
          helps, and writes down what was done. You are notified of the item, the rule and the measure, unless the law
          forbids it or it would put someone in danger.
        </p>
        <p>You may object within six months. Another person than the one who decided reviews it.</p>
      </>
    ),
  },
  {
    id: 'availability',
    title: 'What the operator owes you',
    summary: 'Care, but not a promise that nothing ever fails. You can always leave with your data.',
    body: (
      <>
        <p>
          The operator runs Lyceum with reasonable care, makes backups, and notifies you of planned interruptions. It is
          not to be used for emergency calls.
        </p>
        <p>
          The operator is liable without limit for intent, gross negligence and harm to life or health, and otherwise
          only for the breach of essential duties and the damage that could be foreseen. Rights that the law gives
          consumers remain.
        </p>
      </>
    ),
  },
  {
    id: 'ending',
    title: 'Ending the agreement',
    summary: 'You may leave at any time. The operator may close the service 60 days after notifying you.',
    controls: [
      { label: 'A copy of your data', path: '/settings#export' },
      { label: 'Delete your account', path: '/settings#delete' },
    ],
    body: (
      <p>
        Closing your account ends the agreement between you and the operator; the{' '}
        <TextLink to="/privacy-policy#your-copy">privacy policy</TextLink> explains what happens to your data and how to
        take a copy with you. If the operator ends the service, you are notified at least 60 days ahead, so that you can
        take your data and what you bought.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Changes and law',
    summary: 'You are notified of changes 30 days ahead. The law of the operator’s country applies.',
    body: (
      <p>
        You are notified of a new version at least 30 days before it takes effect, with what is different; if you do not
        agree, you may leave before then. The law of the operator’s country applies; consumers keep the protection of
        their country. If one clause is invalid, the others remain valid.
      </p>
    ),
  },
];
