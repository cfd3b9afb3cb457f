/** True for the pushes and intents of calls, in which an institution without calls takes no part. */
export function isOfCalls(name: string): boolean {
  return name === 'incoming-call' || name.startsWith('incoming-call-') || name.startsWith('call-');
}
