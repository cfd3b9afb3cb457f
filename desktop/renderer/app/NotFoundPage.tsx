import { useLocation } from 'react-router-dom';
import { useAuth } from '../features/auth/auth-provider.tsx';
import { startPathOf } from '../features/auth/roles.ts';
import { NotFoundScreen } from '../screens/NotFoundScreen.tsx';
import { nearestPlace } from './nearest-place.ts';

/** The page for an unknown URL, with what the user can open instead. */
export function NotFoundPage() {
  const { user } = useAuth();
  const { pathname } = useLocation();
  if (!user) return <NotFoundScreen startPath="/" nearest={null} isVisitor />;
  const nearest = nearestPlace(pathname, user.role);
  return <NotFoundScreen startPath={startPathOf(user.role)} nearest={nearest} isVisitor={false} />;
}
