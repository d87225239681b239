import { describe, expect, test } from 'vitest';
import { videoSource } from './video.ts';

const hosts = ['videos.institute.example'];
const id = 'dQw4w9WgXcQ';

describe('the address of a video', () => {
  test.each([
    [`https://www.youtube.com/watch?v=${id}`, null, null],
    [`https://youtube.com/watch?v=${id}&t=90s`, 90, null],
    [`https://m.youtube.com/watch?list=x&v=${id}&t=1m30s`, 90, null],
    [`https://youtu.be/${id}?t=1h2m3s`, 3723, null],
    [`https://www.youtube-nocookie.com/embed/${id}?start=5&end=20`, 5, 20],
    [`https://www.youtube.com/shorts/${id}#t=30,150`, 30, 150],
  ])('%s is a video of YouTube', (address, start, end) => {
    expect(videoSource(address, hosts)).toEqual({ kind: 'youtube', id, isOwn: false, start, end });
  });

  test.each([
    ['/clips/area-of-a-graph.webm', '/clips/area-of-a-graph.webm', true, null, null],
    ['/clips/a.mp4#t=13,25', '/clips/a.mp4', true, 13, 25],
    ['/clips/a.mp4#t=25,13', '/clips/a.mp4', true, 25, null],
    ['https://videos.institute.example/a/b.mp4?key=1#t=4', 'https://videos.institute.example/a/b.mp4?key=1', false, 4, null],
  ])('%s is a file', (address, file, isOwn, start, end) => {
    expect(videoSource(address, hosts)).toEqual({ kind: 'file', id: file, isOwn, start, end });
  });

  test.each([
    '',
    'clips/a.webm',
    '//evil.example/a.webm',
    '/\\evil.example/a.webm',
    '/clips/../api/users/me',
    '/clips/a.webm?x=1',
    '/api/pictures/0',
    'http://videos.institute.example/a.mp4',
    'https://videos.institute.example.evil.example/a.mp4',
    'https://videos.institute.example:8443/a.mp4',
    'https://evil.example/a.mp4',
    'https://me:secret@videos.institute.example/a.mp4',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com:444/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)',
    'data:video/webm;base64,AAAA',
  ])('%j is not a video that may be shown', (address) => {
    expect(videoSource(address, hosts)).toBeNull();
  });
});
