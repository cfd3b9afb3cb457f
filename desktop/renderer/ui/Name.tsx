/** A name of a person or thing as its owner wrote it: its direction does not disturb the text around it. */
export function Name({ children, className }: { children: string; className?: string | undefined }) {
  return <bdi className={className}>{children}</bdi>;
}
