"""What is taken for a secret in a text that everybody may read, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.people.rules_secrets import secret_in


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("password=hunter2", "password"),
        ("Password: hunter2", "password"),
        ("PASSWORD ： hunter2", "password"),
        ("pwd:123", "password"),
        ("pass = x", "password"),
        ("passwd hunter2", "password"),
        ("the password is hunter2", "password"),
        ("密码：hunter2", "password"),
        ("密 码 hunter2", "password"),
        ("登录口令 abc", "password"),
        ("mysql -p'hunter2'", "password"),
        ('mysql -p "hunter2"', "password"),
        ("mysql -phunter2", "password"),
        ("mysql -p2222abc", "password"),
        ("redis-cli --pass x", "password"),
        ("sshpass -p x ssh me@host", "sshpass"),
        ("SSHPASS=x", "sshpass"),
        ("https://me:pw@host:8888/", "url"),
        ("postgresql://u:p@h/db", "url"),
        ("-----BEGIN RSA PRIVATE KEY-----", "key"),
        ("-----BEGIN PRIVATE KEY-----", "key"),
        ("token: abc", "token"),
        ("http://host:8888/?token=abc", "token"),
        ("hf_abcdefghijklmnop", "token"),
    ],
)
def test_a_secret_is_seen_and_named(text: str, what: str) -> None:
    assert secret_in(f"ssh me@host\n{text}") == what


@pytest.mark.parametrize(
    "text",
    [
        "ssh -p 2222 me@gpu.example.org",
        "ssh -p2222 me@host",
        "scp -P 2222 a me@host:/data",
        "ssh -J jump@gate:22 me@10.0.0.5 -p 22",
        "https://gpu.example.org:8888/lab",
        "ssh://me@host:2222",
        "先连 VPN，再 ssh me@host -p 30022",
        "数据放 /data/<name>，别放 /home",
        "ssh -i ~/.ssh/id_ed25519 -L 8888:localhost:8888 me@host",
        "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 me@laptop",
        "用公钥登录，公钥发给管理员",
        "bypass the proxy: export no_proxy=host",
        "conda activate passing",
    ],
)
def test_how_people_connect_is_no_secret(text: str) -> None:
    assert secret_in(text) is None


@given(st.text(max_size=80), st.text(max_size=80))
def test_whatever_stands_around_it_a_password_is_seen(before: str, after: str) -> None:
    assert secret_in(f"{before}\nsshpass -p {after}") is not None
