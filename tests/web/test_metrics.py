"""`/metrics`: figures that Prometheus accepts, for this machine only; no person in it, and no false zero."""

import os
import shutil
import subprocess

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.web.site import Box, Site

PROMTOOL = os.environ.get("PINKA_TEST_PROMTOOL") or shutil.which("promtool")


def scrape(site: Site, **headers: str) -> tuple[int, str]:
    async def ask() -> tuple[int, str]:
        async with aiohttp.ClientSession() as http, http.get(f"{site.url}/metrics", headers=headers) as answer:
            return answer.status, await answer.text()

    return site.run(ask())


def values(text: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, []).append(sample.value)
    return found


def test_each_card_and_machine_has_its_figures(site: Site, box: Box) -> None:
    site.lab.say("/book 2 2h")
    box.connect().keep()
    box.delivered()
    status, text = scrape(site)
    found = values(text)
    assert status == 200
    assert (len(found["pinka_gpu_up"]), sum(found["pinka_gpu_up"]), sum(found["pinka_gpu_booked"])) == (8, 8, 2)
    assert found["pinka_node_heard"] == [1.0] and found["pinka_bookings_running"] == [1.0]
    assert "alice" not in text


def test_old_readings_give_no_figures_rather_than_zeros(site: Site, box: Box) -> None:
    box.connect().keep()
    box.delivered()
    box.kill()
    site.advance(3_600)
    found = values(scrape(site)[1])
    assert found["pinka_gpu_up"] == [0.0] * 8 and "pinka_gpu_utilization_ratio" not in found
    assert found["pinka_node_reading_age_seconds"] == [3_600.0] and found["pinka_node_heard"] == [0.0]


def test_nobody_elsewhere_gets_an_answer_through_a_proxy(site: Site) -> None:
    assert scrape(site, **{"X-Forwarded-For": "203.0.113.9"})[0] == 403
    assert scrape(site)[0] == 200


def test_promtool_finds_nothing_to_object_to(site: Site, box: Box) -> None:
    if PROMTOOL is None:
        if os.environ.get("CI") == "true":
            pytest.fail("promtool is not here", pytrace=False)
        pytest.skip("promtool is not here, so its judgement of /metrics was not asked")
    box.connect().keep()
    box.delivered()
    done = subprocess.run(
        [PROMTOOL, "check", "metrics"], input=scrape(site)[1], capture_output=True, text=True, timeout=20
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
