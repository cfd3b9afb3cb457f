import clsx from 'clsx';
import { Link, type LinkProps } from 'react-router-dom';
import { buttonClasses, type ButtonSize, type ButtonVariant } from './button-classes.ts';

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  className?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A link of the app that looks like a button. */
export function ButtonLink({ variant, size, className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={clsx(buttonClasses(variant, size), className)} />;
}
