import { Link, type LinkProps } from 'react-router-dom';
import { LINK_CLASSES } from './button-classes.ts';

/** A link of the app inside running text. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className={LINK_CLASSES} />;
}
