"""What leaves the machine of a command line: the program's and the script's name, and never a secret."""

import pytest

from bot.agent.people.command import command_name, redacted

SECRETS = ["hf_abcdefghij0123", "hunter2", "sk-proj-0123456789abcdef", "p4ssw0rd", "eyJhbGciOi.JIUzI1NiJ9.abc"]


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("python", "-u", "-W", "ignore", "/home/li/train.py", "--token", "hunter2"), "python train.py"),
        (("/usr/bin/python3.11", "-m", "torch.distributed.run", "x.py"), "python3.11 -m torch.distributed.run"),
        (("python", "-um", "ipykernel_launcher", "-f", "k.json"), "python -m ipykernel_launcher"),
        (("python", "-c", "login('hunter2')"), "python -c"),
        (("python", "-uc", "login('hunter2')"), "python -c"),
        (("python", "run everything hunter2"), "python"),
        (("bash", "-lc", "curl -H hunter2"), "bash"),
        (("bash", "run.sh", "hunter2"), "bash run.sh"),
        (("node", "--require", "hunter2", "s.js"), "node s.js"),
        (("torchrun", "--nproc_per_node", "8", "train.py", "--key=hunter2"), "torchrun train.py"),
        (("./a.out", "hunter2"), "a.out"),
        (("VLLM::Worker_TP0",), "VLLM::Worker_TP0"),
        (("sshd: root@pts/0 hunter2",), "sshd"),
        (("odd\nname,with\tsigns",), "odd"),
        ((), "the system's"),
        (("",), "the system's"),
    ],
)
def test_a_process_is_called_by_its_program_and_script(arguments: tuple[str, ...], shown: str) -> None:
    assert command_name(arguments, "the system's") == shown


def test_a_name_stays_on_one_line_and_short() -> None:
    assert command_name((), "a\nb\x1b[31m,c") == "a b [31m,c"
    assert len(command_name(("x" * 5000,), "x")) == 80


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("t.py", "--hf-token", SECRETS[0], "--lr", "1e-4"), "t.py --hf-token *** --lr 1e-4"),
        (("t.py", f"--api_key={SECRETS[2]}"), "t.py --api_key=***"),
        (("t.py", "--note", SECRETS[2]), "t.py --note ***"),
        (("t.py", "--password", SECRETS[1], "-p"), "t.py --password *** -p"),
        (("t.py", f"postgres://u:{SECRETS[3]}@db/x"), "t.py postgres://***@db/x"),
        (("t.py", f"https://h/x?token={SECRETS[1]}&page=2"), "t.py https://h/x?token=***&page=2"),
        (("env", "WANDB_API_KEY=0123456789abcdef", "t.py"), "env WANDB_API_KEY=*** t.py"),
        (("t.py", "0123456789abcdef0123456789abcdef01234567"), "t.py ***"),
        (("curl", "-H", f"Authorization: Bearer {SECRETS[4]}"), "curl -H Authorization: Bearer ***"),
        (
            ("t.py", "--data", "/data/sets/1234567890/a-long-folder-name/part-0001"),
            "t.py --data /data/sets/1234567890/a-long-folder-name/part-0001",
        ),
        (("curl", "-H", "Authorization: Basic hunter2"), "curl -H Authorization: Basic ***"),
        (("t.py", "--auth"), "t.py --auth"),
    ],
)
def test_arguments_that_are_let_out_carry_no_secret(arguments: tuple[str, ...], shown: str) -> None:
    assert redacted(arguments) == shown
