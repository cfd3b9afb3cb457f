/** A name, isolated from the text direction around it. */
export function Name({ children, className }: { children: string; className?: string | undefined }) {
  return <bdi className={className}>{children}</bdi>;
}
