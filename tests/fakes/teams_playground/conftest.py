from tests.fakes.teams_playground.fixtures import playground, playgrounds

__all__ = ["playground", "playgrounds"]
