import { useParams } from '@tanstack/react-router';
import { ClassRoom } from './ClassRoom.tsx';

/** /view_class/{id}: a class, live or recorded. */
export default function ClassPage() {
  const { id } = useParams({ from: '/view_class/$id' });
  return <ClassRoom key={id} id={Number(id)} />;
}
