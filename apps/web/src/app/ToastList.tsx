import { Notifications } from '@mantine/notifications';
import classes from './Toasts.module.css';

/** The list of messages. It is in its own file, because it is a twelfth of the first load and most visits show no message. */
export const ToastList = () => <Notifications position="top-center" className={classes.list} limit={3} containerWidth={440} />;
