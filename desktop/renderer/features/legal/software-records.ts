import type { DataRecord } from './data-record.ts';

/** What the software itself needs, beside what members store. */
export const SOFTWARE_RECORDS: readonly DataRecord[] = [
  {
    table: 'idempotency_keys',
    title: 'Repeated requests',
    content: 'A random number your app sends with each change, and its response, encrypted',
    purpose: 'So that nothing is done twice when the network fails',
    retention: '24 hours',
    visibility: 'No one; used by the software only',
  },
  {
    table: 'outbox',
    title: 'Pending live updates',
    content: 'That something changed, and who is notified',
    purpose: 'So that live updates arrive even when a server fails',
    retention: 'Seconds: deleted once published',
    visibility: 'No one; used by the software only',
  },
  {
    table: 'announcements',
    title: 'News from the operator',
    content: 'Title and text of an announcement, when it was made, and how far it has been sent',
    purpose: 'To tell members who have the switch for news on, once each',
    retention: 'As long as the server is run',
    visibility: 'Nothing about members',
  },
  {
    table: 'instance',
    title: 'This installation',
    content: 'A random id of the installation, and the report of the last clean-up of stored files',
    purpose: 'So that the clean-up removes nothing that belongs to another installation',
    retention: 'As long as the server is run',
    visibility: 'Nothing about members',
  },
];
