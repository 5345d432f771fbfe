"""
The client against a gateway that runs. test/process/clients/python.test.ts starts one and sets the environment:
TONEGATE_HTTP, TONEGATE_HTTPS, TONEGATE_FRONT (answers the first request after each start of a test with 503), TONEGATE_CA,
TONEGATE_APPKEY, TONEGATE_SECRET, TONEGATE_VOICE and TONEGATE_AUDIO, a folder of recordings at 8 kHz.
"""
import importlib.util
import io
import json
import os
import threading
import unittest
import urllib.request
import wave
from pathlib import Path

from tonegate_client import (
    ConnectionFailed,
    RefusedError,
    Retry,
    SessionError,
    TonegateClient,
    TranscriptionError,
    UnauthenticatedError,
    UnavailableError,
    UsageError,
)

RAW = {"addPunc": False, "digitNorm": False, "textSmooth": False}


def client_of(**changes):
    access = {
        "url": os.environ["TONEGATE_HTTP"],
        "token_url": os.environ["TONEGATE_HTTPS"],
        "appkey": os.environ["TONEGATE_APPKEY"],
        "secret": os.environ["TONEGATE_SECRET"],
        "ca_file": os.environ["TONEGATE_CA"],
    }
    return TonegateClient(**{**access, **changes})


def recording(name):
    return (Path(os.environ["TONEGATE_AUDIO"]) / name).read_bytes()


def in_pieces(audio):
    """Pieces of changing sizes, odd ones too."""
    sizes = [1, 319, 320, 7, 4001, 160, 33]
    at = count = 0
    while at < len(audio):
        size = sizes[count % len(sizes)]
        yield audio[at : at + size]
        at += size
        count += 1


def refuse(times, retry_after_s):
    """The front answers the next requests with 503."""
    url = f"{os.environ['TONEGATE_FRONT']}/refuse?times={times}&s={retry_after_s}"
    urllib.request.urlopen(url).read()


class Requests(unittest.TestCase):
    def test_the_token_is_fetched_once_for_all_threads_and_renewed_before_it_runs_out(self):
        now = [0.0]
        client = client_of(clock=lambda: now[0])
        tokens = []
        threads = [threading.Thread(target=lambda: tokens.append(client.access_token())) for _ in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(tokens), len(set(tokens))), (10, 1))
        now[0] = 0.79 * 86_400
        self.assertEqual(client.access_token(), tokens[0])
        now[0] = 0.81 * 86_400
        self.assertNotEqual(client.access_token(), tokens[0])

    def test_a_token_that_is_refused_is_replaced_once(self):
        client = client_of()
        client._connection._issued = {"token": "gone", "refresh_token": "gone", "life": 86_400}
        client._connection._renew_at = float("inf")
        self.assertEqual(client.screen(recording("busy.wav"))["result"]["resultId"], 10)
        self.assertNotEqual(client.access_token(), "gone")

    def test_a_wrong_secret_and_a_certificate_that_is_not_trusted_are_told_apart(self):
        with self.assertRaises(UnauthenticatedError) as refused:
            client_of(secret="wrong").screen(b"")
        self.assertEqual(refused.exception.status, 401)
        with self.assertRaises(ConnectionFailed):
            client_of(ca_file=None).access_token()
        self.assertTrue(client_of(ca_file=None, trust_any_certificate=True).access_token())
        with self.assertRaises(UsageError):
            client_of(token_url=os.environ["TONEGATE_HTTP"])

    def test_a_recording_is_screened_and_one_is_recognised(self):
        client = client_of()
        self.assertEqual(client.screen(recording("busy.wav"), record_id="call_1")["result"]["keyword"], "#BUSY#")
        self.assertEqual(client.recognise(recording("spoken.wav"), **RAW)["result"]["text"], "一二三")

    def test_a_refusal_has_its_number_words_and_trace_token(self):
        with self.assertRaises(RefusedError) as refused:
            client_of().recognise(recording("busy.wav"), nbest=99)
        self.assertEqual((refused.exception.status, refused.exception.code), (400, 40002))
        self.assertIn("nbest", refused.exception.message)
        self.assertTrue(refused.exception.trace_token)

    def test_503_is_asked_again_within_a_bound(self):
        front = os.environ["TONEGATE_FRONT"]
        refuse(2, 0)
        self.assertEqual(client_of(url=front).screen(recording("busy.wav"))["result"]["resultId"], 10)
        refuse(9, 60)
        with self.assertRaises(UnavailableError) as refused:
            client_of(url=front, retry=Retry(longest_wait_s=1)).screen(recording("busy.wav"))
        self.assertEqual(refused.exception.retry_after_s, 60)
        refuse(0, 0)

    def test_a_gateway_that_is_not_there_is_a_failed_connection(self):
        with self.assertRaises(ConnectionFailed):
            client_of(url="http://127.0.0.1:1").screen(b"")

    def test_a_recording_is_uploaded_and_transcribed(self):
        transcription = client_of().transcription()
        states = []
        path = Path(os.environ["TONEGATE_AUDIO"]) / "long.raw"
        text = transcription.transcribe(
            path, audioFormat="pcm_s16le_8k", resultType="TXT", on_progress=lambda state: states.append(state)
        )
        self.assertEqual("".join(sign for sign in text if sign in "一二三四五六"), "一二三四五六")
        self.assertTrue(states[-1]["finished"])
        task = states[-1]["taskId"]
        self.assertEqual(transcription.results(task)[:2], b"PK")
        self.assertIn(task, [each["taskId"] for each in transcription.queue("finished")["tasks"]])
        transcription.cancel(task)
        self.assertEqual(transcription.restart([task])["tasks"], [])

    def test_a_file_without_audio_and_a_task_that_is_not_known_are_errors(self):
        client = client_of()
        with self.assertRaises(TranscriptionError) as failed:
            client.transcription().transcribe(b"this is no recording")
        self.assertEqual(failed.exception.code // 100, 42)
        with self.assertRaises(RefusedError) as refused:
            client.transcription().query("none")
        self.assertEqual((refused.exception.status, refused.exception.code), (404, 10404))
        self.assertIn("cn_8k_common", client.transcription_properties())


@unittest.skipUnless(importlib.util.find_spec("websockets"), "the package websockets is not installed")
class Streams(unittest.TestCase):
    def test_a_call_is_screened_from_pieces_of_any_size(self):
        with client_of().open_screening() as session:
            reason = session.feed(in_pieces(recording("call.raw")))
            verdicts = list(session)
            self.assertEqual(reason, "NORMAL")
            self.assertEqual((verdicts[0]["resultId"], verdicts[0]["isFinal"]), (11, False))
            self.assertEqual((verdicts[-1]["resultId"], verdicts[-1]["isFinal"]), (10, True))
            self.assertEqual(session.verdict(), verdicts[-1])
            self.assertTrue(session.trace_token)
            self.assertTrue(session.is_over)

    def test_a_law_is_sent_as_it_is_and_the_answer_is_told(self):
        with client_of().open_screening(coding="alaw") as session:
            session.write(b"\xd5" * 4000)
            session.answered()
            session.feed([b"\xd5" * 4015])
            evidence = session.verdict()["evidence"]
            self.assertEqual((evidence["answeredAtMs"], evidence["audioMs"]), (500, 1002))

    def test_recognition_tells_events_and_sentences(self):
        with client_of().open_recognition(config={**RAW, "interimResults": True}) as session:
            session.feed(in_pieces(recording("sentences.raw")))
            items = list(session)
        self.assertEqual([item.text for item in items if item.kind == "final"], ["一二三", "四五"])
        self.assertIn("VOICE_START", [item.text for item in items if item.kind == "event"])
        self.assertTrue(any(item.kind == "interim" for item in items))

    def test_a_configuration_that_is_refused_raises_with_words_and_number(self):
        with self.assertRaises(SessionError) as refused:
            client_of().open_recognition(config={"vadTail": 1})
        self.assertEqual((refused.exception.code, refused.exception.is_fatal), (40002, False))
        self.assertIn("config.vadTail", refused.exception.message)
        with self.assertRaises(UsageError):
            client_of().open_recognition(rate=44100)

    def test_a_session_is_cancelled_or_closed_from_another_thread(self):
        session = client_of().open_recognition()
        session.cancel()
        self.assertEqual(session.wait(), "CANCEL")
        self.assertIsNone(client_of().open_screening().cancel())
        other = client_of().open_recognition()
        threading.Timer(0.1, other.close).start()
        with self.assertRaises(ConnectionFailed):
            list(other)

    def test_a_text_is_spoken_slice_by_slice_and_as_a_wav_file(self):
        client = client_of()
        voice = os.environ["TONEGATE_VOICE"]
        with client.speak("您好，请问有什么可以帮您？", voice=voice, slice_ms=200) as speech:
            slices = list(speech)
        self.assertTrue(all(len(each) == 6400 for each in slices[:-1]))
        with wave.open(io.BytesIO(client.speak_wav("您好，请问有什么可以帮您？", voice=voice))) as file:
            self.assertEqual(file.getframerate(), 16000)
            self.assertEqual(file.readframes(file.getnframes()), b"".join(slices))
        with self.assertRaises(SessionError):
            client.speak("好", voice=voice, pitch=501)

    def test_a_fork_takes_frames_of_20_ms(self):
        with client_of().open_screening_fork("call-py", stop_on=["busy"]) as fork:
            audio = recording("call.raw")
            for at in range(0, len(audio), 320):
                fork.write(audio[at : at + 320])
            last = list(fork)[-1]
        self.assertEqual((last["uuid"], last["finishCause"], last["q850"]), ("call-py", "match", 17))
        with client_of().open_recognition_fork("call-py-2") as fork:
            fork.write(recording("sentences.raw"))
            fork.stop()
            self.assertEqual([json.loads(json.dumps(each))["event"] for each in fork][-1], "ended")

    def test_a_handshake_is_tried_again_after_503_and_after_401(self):
        client = client_of(url=os.environ["TONEGATE_FRONT"])
        client._connection._issued = {"token": "gone", "refresh_token": "gone", "life": 86_400}
        client._connection._renew_at = float("inf")
        refuse(2, 0)
        with client.open_screening() as session:
            session.feed([recording("call.raw")])
            self.assertEqual(session.verdict()["resultId"], 10)


if __name__ == "__main__":
    unittest.main()
