import { Notifications } from '@mantine/notifications';

/** The list of messages. It is in its own file, because it is a twelfth of the first load and most visits show no message. */
export const ToastList = () => <Notifications position="top-center" limit={3} containerWidth={440} />;
