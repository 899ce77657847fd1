# docs/deploy.md says how to build and run this, and how to pin the base image by its digest.
ARG PYTHON=python:3.13-slim

FROM ${PYTHON} AS build
# Any value adds what several houses on one database need: docs/scale.md
ARG CLUSTER=
WORKDIR /cardhouse
COPY requirements-build.lock requirements.lock requirements-cluster.lock ./
RUN python -m venv /build \
    && /build/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements-build.lock \
    && python -m venv /opt/cardhouse \
    && /opt/cardhouse/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.lock \
    && if [ -n "${CLUSTER}" ]; then /opt/cardhouse/bin/pip install --no-cache-dir --require-hashes --only-binary :all: \
        -r requirements-cluster.lock; fi
COPY . .
RUN /build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels . \
    && /opt/cardhouse/bin/pip install --no-cache-dir --no-deps /wheels/cardhouse-*.whl

FROM ${PYTHON}
COPY --from=build /opt/cardhouse /opt/cardhouse
RUN useradd --system --uid 990 --no-create-home --home-dir /data cardhouse \
    && install -d -o cardhouse -g cardhouse -m 700 /data
USER cardhouse
# Everything that is written is in /data: the tables, and in /data/cache the bots once they are compiled.
ENV CARDHOUSE_STORE=/data/house.db CARDHOUSE_SERVE_HOST=0.0.0.0 XDG_CACHE_HOME=/data/cache OPENBLAS_NUM_THREADS=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["/opt/cardhouse/bin/python", "-c", \
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
# The house handles SIGTERM and waits for its own children, so it can be process 1 without an init.
CMD ["/opt/cardhouse/bin/cardhouse", "serve"]
