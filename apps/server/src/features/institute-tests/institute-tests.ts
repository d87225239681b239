export { testsToday } from './today.ts';
